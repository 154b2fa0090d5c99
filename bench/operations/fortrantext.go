package operations

import (
	"fmt"
	"strings"
)

// fortranProgram makes a program of the operations: a subroutine for each, so that none is
// optimised with another.
func fortranProgram(l Language, selected []Operation) string {
	var text strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n", args...) }
	calls := func(all bool) {
		for i, o := range selected {
			switch {
			case o.All != all:
			case o.Attended:
				line("    if (.not. computes) call operation%d", i)
			default:
				line("    call operation%d", i)
			}
		}
	}
	line("program operations")
	line("  use operation_clock")
	line("  use operands")
	line("  implicit none")
	line("")
	line("  call open_clock")
	line("  call prepare")
	line("  sync all")
	line("  if (me == 1) then")
	calls(false)
	line("    call release")
	line("  else")
	line("    call attend")
	line("  end if")
	line("  sync all")
	line("  if (.not. computes) then")
	calls(true)
	line("  end if")
	line("  sync all")
	line("")
	line("contains")
	for i, o := range selected {
		line("")
		line("  subroutine operation%d", i)
		line("    integer :: i")
		line("")
		by := map[bool]string{false: ".false.", true: ".true."}[o.All]
		line("    call begin('%s', %s)", o.Name, by)
		line("    do while (turns())")
		line("      do i = 1, count")
		for statement := range strings.Lines(strings.TrimSpace(o.Text)) {
			line("        %s", strings.TrimRight(statement, "\n"))
		}
		line("        call touch")
		line("      end do")
		line("    end do")
		line("  end subroutine")
	}
	line("end program")
	return text.String()
}
