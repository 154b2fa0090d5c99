package launch

import "testing"

// TestWithLine: what an image says of its own fault gets the line, in files of any name, and in
// CAF 2.0 the help of its own.
func TestWithLine(t *testing.T) {
	const says = "memory was used where image 9 would be [R0203]\n"
	const help = "coral: help: images are numbered from 1\n"
	for _, c := range []struct{ note, text, want string }{
		{"p.f90:5 in sub, called from p.f90:9 in p\n", says + help, "p.f90:5: " + says + help},
		{"a, b: 1 in c.f90:5 in sub\n", says + help, "a, b: 1 in c.f90:5: " + says + help},
		{"p.f90:5\n", says, "p.f90:5: " + says},
		{"an address that belongs to no line\n", says, says},
		{"p.caf:5 in sub\n", says + help,
			"p.caf:5: " + says + "coral: help: " + helpInRanks + "\n"},
		{"p.caf:5 in sub\n", says, "p.caf:5: " + says},
		{"p.f90:5 in sub\n", "the stack is full [R0106]\n", "p.f90:5: the stack is full [R0106]\n"},
		{"p.f90:5 in sub\n", "a procedure was called through a null pointer [R0109]\n",
			"p.f90:5: a procedure was called through a null pointer [R0109]\n"},
		{"p.f90:5 in sub\n", "co_sum: bad [R0401]\n", "co_sum: bad [R0401]\n"},
	} {
		const who = "coral: image 2: "
		note := "coral: note: image 2 stood at " + c.note
		got := string(withLine([]byte("x\n"+who+c.text), 2, note))
		if got != "x\n"+who+c.want {
			t.Errorf("%q, %q: got %q", c.note, c.text, got)
		}
	}
}
