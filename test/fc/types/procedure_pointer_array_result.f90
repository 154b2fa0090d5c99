! A procedure pointer component whose function has an array result.
program q
  type t
    procedure(f), pointer, nopass :: p
  end type
  type(t) :: y, x
  real r(2)
  x%p => f
  y = x
  r = y%p()
  print *, r
contains
  function f()
    real :: f(2)
    f = 1
  end function
end program
subroutine s
integer, save :: z[*]
z = 1
end
