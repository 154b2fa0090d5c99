package operations

import (
	"fmt"
	"strings"
)

// xmpProgram makes a program of the operations in XcalableMP/C: a function for each.
func xmpProgram(l Language, selected []Operation) string {
	var text strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n", args...) }
	line("#include \"operations.h\"")
	for i, o := range selected {
		line("\nstatic void operation%d(void)\n{", i)
		line("    begin(\"%s\", %d);", o.Name, map[bool]int{true: 1}[o.All])
		line("    while (turns())")
		line("        for (int i = 0; i < count; i++) {")
		for statement := range strings.Lines(strings.TrimSpace(o.Text)) {
			indent := "            "
			if strings.HasPrefix(statement, "#") {
				indent = ""
			}
			line("%s%s", indent, strings.TrimRight(statement, "\n"))
		}
		line("            touch();")
		line("        }")
		line("}")
	}
	calls := func(all bool) {
		for i, o := range selected {
			if o.All == all {
				line("        operation%d();", i)
			}
		}
	}
	line("\nint main(int argc, char **argv)\n{")
	line("    open_clock(argc, argv);")
	line("    if (me == 0) {")
	calls(false)
	line("        release();")
	line("    } else {")
	line("        attend();")
	line("    }")
	line("    xmp_sync_all();")
	line("    if (!computes) {")
	calls(true)
	line("    }")
	line("    xmp_sync_all();")
	line("    return 0;")
	line("}")
	return text.String()
}
