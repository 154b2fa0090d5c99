package driver

import (
	"os"
	"path/filepath"
	"testing"
)

// Lines in front of a message that is left out are, too; its function stands for the next one.
func TestHeadsOfMessagesAboutGeneratedC(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte("int a = 1;\nb:[0] += 1;\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	generated := "# 1 \"" + file + "\"\nint a = 1;\ncoral_xmp_add(&b, 1);\n"
	function := file + ": In function ‘main’:\n"
	ours := file + ":2:3: warning: argument of ‘coral_xmp_add’\n    2 | b:[0] += 1;\n      | ^\n" +
		"In file included from " + file + ":1,\n                 from q.c:2:\n" +
		"<coral>:1:1: note: expected ‘const void *’\n"
	user := file + ":1:5: warning: unused variable ‘a’\n"
	for messages, want := range map[string]string{
		function + ours:        "",
		function + ours + user: function + user,
		function + user + ours: function + user,
		"In file included from q.c:2:\n" + function + user: "In file included from q.c:2:\n" +
			function + user,
	} {
		if got := cMessages(generated, messages); got != want {
			t.Errorf("of\n%s\nis left\n%s\nwant\n%s", messages, got, want)
		}
	}
}

func TestMessagesAboutGeneratedC(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	user := "int plain = 1;\n  b[2] = a[1]:[0] + unknown;\n\tt:[0].missing = \"text\";\n" +
		"  x:[1].bits = 3;\nint same = nothing;\n"
	if err := os.WriteFile(file, []byte(user), 0o600); err != nil {
		t.Fatal(err)
	}
	generated := "# 1 \"" + file +
		"\"\nint plain = 1;\n  b[2] = ({ coral_get(a); }) + unknown + unknown;\n" +
		"\tcoral_put(&t.missing, \"text\");\n" +
		"  coral_put(&x.bits, 3);\nint same = nothing;\n"
	at := func(place, text string) string { return file + ":" + place + ": " + text + "\n" }
	messages := file + ": In function ‘main’:\n" +
		at("2:32", "error: ‘unknown’ undeclared") +
		"    2 |   b[2] = far away\n      |                  ^\n" +
		at("2:42", "error: ‘unknown’ undeclared") +
		at("2:12", "error: ‘coral_v1’ undeclared") + "    2 |   b[2] = far away\n" +
		at("3:21", "error: ‘struct s’ has no member named ‘missing’") +
		file + ":2: error: ‘unknown’ undeclared\n" + "    2 |   b[2] = far away\n      | \n" +
		at("2:50", "warning: ‘sizeof’ on array function parameter ‘b’") +
		at("1:5", "note: declared here") + "    1 | int plain = 1;\n" +
		at("3:31", "warning: wrong type") +
		at("4:15", "error: cannot take address of bit-field ‘bits’") +
		at("4:17", "error: ‘sizeof’ applied to a bit-field") +
		at("4:18", "error: expected ';' at end of declaration") +
		at("5:12", "error: ‘nothing’ undeclared") +
		"    5 | int same = nothing;\n      |            ^~~~~~~\n"
	want := file + ": In function ‘main’:\n" +
		at("2:21", "error: ‘unknown’ undeclared") +
		"    2 |   b[2] = a[1]:[0] + unknown;\n      |                     ^~~~~~~\n" +
		at("3:8", "error: ‘struct s’ has no member named ‘missing’") +
		"    3 | \tt:[0].missing = \"text\";\n      | \t      ^~~~~~~\n" +
		at("3:18", "warning: wrong type") +
		"    3 | \tt:[0].missing = \"text\";\n      | \t                ^~~~~~\n" +
		at("4:9", "error: a bit-field has no address: write a loop in place of a section, and "+
			"put or get the structure as a whole [C0420]") +
		"    4 |   x:[1].bits = 3;\n      |         ^~~~\n" +
		at("5:12", "error: ‘nothing’ undeclared") +
		"    5 | int same = nothing;\n      |            ^~~~~~~\n"
	if got := cMessages(generated, messages); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for word, place := range map[string]int{"b": 7, "ab": -1, "a": 0, `"x"`: 9} {
		if got := indexWord(`a ab_b b "x"`, word); got != place {
			t.Errorf("%s is at %d, want %d", word, got, place)
		}
	}
}

// TestAssertionsInPlaceOfMessages: where an assertion of Coral's says what is wrong, the compiler's
// own error about the same is left out, whichever comes first.
func TestAssertionsInPlaceOfMessages(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte("a[2]:[1] = b;\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	generated := "# 1 \"" + file + "\"\n*coral_p = (b); coral_sent(coral_p);\n"
	own := file + ":1:30: error: static assertion failed: \"a whole array [C0406]\"\n"
	others := file + ":1:10: error: assignment to expression with array type\n"
	want := file + ":1:1: error: a whole array [C0406]\n    1 | a[2]:[1] = b;\n" +
		"      | ^~~~~~~~~~~~\n"
	for _, messages := range []string{own + others, others + own} {
		if got := cMessages(generated, messages); got != want {
			t.Errorf("of\n%s\nis left\n%s\nwant\n%s", messages, got, want)
		}
	}
}
