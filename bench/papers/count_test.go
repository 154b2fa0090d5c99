package papers

import "testing"

func TestCount(t *testing.T) {
	sizes := count([]byte(`! a comment
program p
  implicit none; integer :: i   ! behind
  print *, 'a ! in quotes; too', &
      "it's"
contains

  subroutine one(x)
    real :: x
  end subroutine
  integer function two(x)
  end function
end program
`))
	for name, want := range map[string]scale{
		"others": {6, 6, 9 + 27 + 32 + 6 + 8 + 11},
		"one":    {3, 3, 17 + 9 + 14}, "two": {2, 2, 23 + 12},
	} {
		if sizes[name] != want {
			t.Errorf("%s: %+v, want %+v", name, sizes[name], want)
		}
	}
}
