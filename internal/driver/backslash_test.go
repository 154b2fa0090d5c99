package driver

import "testing"

func TestSingleBackslashes(t *testing.T) {
	for text, want := range map[string]string{
		`x = 'a\\b\\\\c' // "it's\\"`:           `x = 'a\b\\c' // "it's\"`,
		"x = 'ab\\&\n     &\\c'":                "x = 'ab\\&\n     &c'",
		"x = 'ab\\\\&\n     &\\\\c'":            "x = 'ab\\&\n     &\\c'",
		`x = '''\\''', 5H\\ab\c`:                `x = '''\''', 5H\\ab\c`,
		"y = 4Hit's\nx = '\\\\'":                "y = 4Hit's\nx = '\\'",
		"!dir$ it's\nx = '\\\\'\n# 3 'a\\\\'\n": "!dir$ it's\nx = '\\'\n# 3 'a\\\\'\n",
	} {
		if got := singleBackslashes(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
