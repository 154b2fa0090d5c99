package syntax

import (
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
)

// lexAll gives the statements of a source as text: label, then tokens; token kinds are shown where
// they do not show themselves.
func lexAll(text string, opt Options) (string, *diag.List) {
	var diags diag.List
	file := &File{}
	s := newStream(diag.NewSource("t.f90", text), &opt, &diags, file)
	var out []string
	for {
		st, ok := s.next()
		if !ok {
			return strings.Join(out, "\n"), &diags
		}
		var words []string
		if st.label != nil {
			words = append(words, "<"+st.label.Range.Text()+">")
		}
		for _, tok := range st.toks {
			w := tok.Text
			switch tok.Kind {
			case IntTok:
				w = "i:" + w
			case RealTok:
				w = "r:" + w
			case StringTok:
				w = "s:" + w
			case BozTok:
				w = "b:" + w
			case HollerithTok:
				w = "h:" + w
			case TextTok:
				w = "t:" + w
			case LArrayCons, RArrayCons, DotOpTok:
				w = "k:" + w
			}
			words = append(words, w)
		}
		out = append(out, strings.Join(words, " "))
	}
}

func TestLexFree(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"names", "Foo_Bar2 = x", "foo_bar2 = x"},
		{"numbers", "1 1_8 1_int64 1.0 1. .5 1e3 1.5d-3_dp 1.q0 1.e5",
			"<1> i:1_8 i:1_int64 r:1.0 r:1. r:.5 r:1e3 r:1.5d-3_dp r:1.q0 r:1.e5"},
		{"dot operators", "x 1.eq.2.and.a.or.1.5.lt.2.",
			"x i:1 k:.eq. i:2 k:.and. a k:.or. r:1.5 k:.lt. r:2."},
		{"user operator after integer", "x 1.foo.2", "x i:1 k:.foo. i:2"},
		{"logical with kind", "x .TRUE._lk .false.", "x k:.TRUE._lk k:.false."},
		{"strings", `x 'it''s' "say ""hi""" '' k_'a' 1_"b"`,
			`x s:'it''s' s:"say ""hi""" s:'' s:k_'a' s:1_"b"`},
		{"boz", "x z'FF' b\"01\" o'7' '7f'x", "x b:z'FF' b:b\"01\" b:o'7' b:'7f'x"},
		{"no boz", "x az'FF'", "x az s:'FF'"},
		{"operators", "x ** * // / == /= <= >= < > => = % :: : + - ? @",
			"x ** * // / == /= <= >= < > => = % :: : + - ? @"},
		{"array constructor", "x (/1,2/) (/ a/b /) ((/1/))",
			"x k:(/ i:1 , i:2 k:/) k:(/ a / b k:/) ( k:(/ i:1 k:/) )"},
		{"operator slash", "interface operator(/)\ninterface operator ( // )\nx operator(/=)",
			"interface operator ( / )\ninterface operator ( // )\nx operator ( /= )"},
		{"data slash paren", "data (x(i),i=1,2)/1,2/",
			"data ( x ( i ) , i = i:1 , i:2 ) / i:1 , i:2 /"},
		{"assumed rank", "real x(..)", "real x ( .. )"},
		{"semicolons", "a;b ;; c;", "a\nb\nc"},
		{"labels", "10 x; 20 y", "<10> x\n<20> y"},
		{"comment", "x ! y ; z\n! c\n\ny", "x\ny"},
		{"continuation", "x = & ! c\n\n! d\n  y", "x = y"},
		{"split name", "ab&\n  &cd", "abcd"},
		{"joined with blank", "ab &\n  &cd", "ab cd"},
		{"no leading ampersand", "ab&\n cd", "ab cd"},
		{"split string", "x 'a&\n  &b' c", "x s:'ab' c"},
		{"doubled quote across lines without ampersand", "x \"a\"&\n  \"b\"", `x s:"a""b"`},
		{"doubled quote across lines", "x 'a'&\n  &'b'", "x s:'a''b'"},
		{"ampersand in string", "x 'a & b' c", "x s:'a & b' c"},
		{"exclamation in string", "x 'a ! b' c", "x s:'a ! b' c"},
		{"line with ampersand alone", "x = &\n & \n 3", "x = i:3"},
		{"format", "10 format (1x, 'a)', 3(f10.3)) ! c", "<10> format t:(1x, 'a)', 3(f10.3))"},
		{"hollerith format", "10 format (5Ha)'!;, i3)", "<10> format t:(5Ha)'!;, i3)"},
		{"format array", "10 format (3) = 4", "<10> format ( i:3 ) = i:4"},
		{"hollerith argument", "call f(3Ha!b, x)", "call f ( h:3Ha!b , x )"},
		{"not hollerith", "real*8 h", "real * i:8 h"},
		{"tabs and formfeed", "\tx\t=\f3", "x = i:3"},
		{"crlf", "x = 1 &\r\n + 2\r\ny\r\n", "x = i:1 + i:2\ny"},
		{"bom", "\ufeffx = 1", "x = i:1"},
		{"markers", "# 5 \"a.h\"\nx\n#line 7 \"b\"\ny", "x\ny"},
		{"exponent needs digits", "x 1e", "x i:1 e"},
		{"kind underscore string", "x ucs4_'x'", "x s:ucs4_'x'"},
		{"include is a variable", "include = 3", "include = i:3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, diags := lexAll(c.in, Options{})
			if got != c.want {
				t.Errorf("%q\n got %q\nwant %q", c.in, got, c.want)
			}
			if diags.HasErrors() {
				t.Errorf("unexpected: %v", diags.All()[0])
			}
		})
	}
}

func TestLexFixed(t *testing.T) {
	long := strings.Repeat(" ", 60)
	for _, c := range []struct{ name, in, want string }{
		{"blanks mean nothing", "      G O T O 1 0", "goto10"},
		{"do", "      DO 10 I = 1, 3", "do10i = i:1 , i:3"},
		{"label", " 1 0  X = 1", "<1 0> x = i:1"},
		{"continuation", "      X = 1\n     1 + 2\n     & + 3", "x = i:1 + i:2 + i:3"},
		{"comments between", "      X = 1\nC c\n\n* d\n  ! e\n     1 + 2", "x = i:1 + i:2"},
		{"column 73", "      X = 1" + long[:55] + "      Y", "x = i:1"},
		{"zero in column 6", "     0X = 1", "x = i:1"},
		{"tab form", "\tX = 1\n\t1 + 2\n10\tY", "x = i:1 + i:2\n<10> y"},
		{"string keeps blanks", "      X = 'a  b'", "x = s:'a  b'"},
		{"string to column 72", "      X = 'a" + "\n     1b'", "x = s:'a" +
			strings.Repeat(" ", 60) + "b'"},
		{"exclamation", "      X = 1 ! c\n      Y = '!'", "x = i:1\ny = s:'!'"},
		{"exclamation in column 6 continues", "      X = 1\n     !+ 2", "x = i:1 + i:2"},
		{"hollerith", "      DATA X/5HA B'C/", "datax / h:5HA B'C /"},
		{"hollerith repeat", "      DATA X/2*3HA B/", "datax / i:2 * h:3HA B /"},
		{"format", "   10 FORMAT(1X5H'A B ,F 10.3)", "<10> format t:(1X5H'A B ,F10.3)"},
		{"semicolon", "      X = 1; Y = 2", "x = i:1\ny = i:2"},
		{"D lines are comments", "D     X = 1\n      Y", "y"},
		{"ampersand in column 1", "      X =\n& 3", "x = i:3"},
		{"name behind a length", "      REAL*8 Q14FAC, D2\n      X = Y*8E1",
			"real * i:8 q14fac , d2\nx = y * r:8E1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, diags := lexAll(c.in, Options{Form: Fixed})
			if got != c.want {
				t.Errorf("%q\n got %q\nwant %q", c.in, got, c.want)
			}
			if diags.HasErrors() {
				t.Errorf("unexpected: %v", diags.All()[0])
			}
		})
	}
}

func TestFixedLineLength(t *testing.T) {
	text := "      X = 1" + strings.Repeat(" ", 70) + "+ 2\n"
	for _, c := range []struct {
		length int
		want   string
	}{{0, "x = i:1"}, {132, "x = i:1 + i:2"}, {-1, "x = i:1 + i:2"}} {
		if got, _ := lexAll(text, Options{Form: Fixed, FixedLineLength: c.length}); got != c.want {
			t.Errorf("length %d: %q, want %q", c.length, got, c.want)
		}
	}
}

func TestConditionalCompilation(t *testing.T) {
	free := "x = 1 + &\n!$ & 2 + &\n 3\n!$ y\n!$omp z\n"
	for _, c := range []struct {
		text string
		opt  Options
		want string
	}{
		{free, Options{OpenMP: true}, "x = i:1 + i:2 + i:3\ny"},
		{free, Options{}, "x = i:1 + i:3"},
		{"!$    X = 1\nC$   1+ 2\n!$ 10 Y\nC$OMP Z\n", Options{Form: Fixed, OpenMP: true},
			"x = i:1 + i:2\n<10> y"},
		{"!$    X = 1\n      Z\n", Options{Form: Fixed}, "z"},
	} {
		if got, _ := lexAll(c.text, c.opt); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestPieces(t *testing.T) {
	text := "ab&\n  ! c\n  &cd&\n&e = 1"
	s := newStream(diag.NewSource("t.f90", text), &Options{}, new(diag.List), new(File))
	st, _ := s.next()
	tok := st.toks[0]
	var got []string
	for _, p := range tok.Pieces {
		got = append(got, p.Text())
	}
	if tok.Text != "abcde" || strings.Join(got, "|") != "ab|cd|e" {
		t.Errorf("token %q, pieces %q", tok.Text, got)
	}
	if st.toks[1].Pieces != nil {
		t.Errorf("'=' has pieces %v", st.toks[1].Pieces)
	}
}

// TestPiecesOfPaddedConstant: the blanks up to column 72 are as many as the characters from there
// to column 7 of the next line.
func TestPiecesOfPaddedConstant(t *testing.T) {
	first := "      x = '" + strings.Repeat("a", 72-7-len("      x = '"))
	text := first + "\n     1b'\n"
	s := newStream(diag.NewSource("t.f", text), &Options{Form: Fixed}, new(diag.List), new(File))
	st, _ := s.next()
	tok := st.toks[2]
	var got []string
	for _, p := range tok.Pieces {
		got = append(got, p.Text())
	}
	if len(got) != 2 || got[0] != first[len("      x = "):] || got[1] != "b'" {
		t.Errorf("token %q, pieces %q", tok.Text, got)
	}
}
