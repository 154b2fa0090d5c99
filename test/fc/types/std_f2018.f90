! Compiled with -std=f2018.
module m
  type t
    integer, allocatable :: a(:)
  end type
end module
program p
  use m
  integer, save :: z[*]
  z = 1
end program
