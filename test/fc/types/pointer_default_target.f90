! A pointer component with a target as its default.
module m
  integer, target :: tgt = 3
  type t
    integer, pointer :: p => tgt
    integer, allocatable :: a
  end type
end module
program q
  use m
  type(t), save :: z[*]
  type(t) :: w
  allocate(z%a, source=5)
  sync all
  w = z[1]
  print *, w%a
end program
