! feature: diagnostics: image selectors
program components_of_numbers
  implicit none
  type t
    integer :: i = 1
    complex :: z = 0
    character(3) :: s = 'abc'
  end type t
  integer :: a(10)[*]
  complex :: z[*]
  character(4) :: s(2)[*]
  logical, allocatable :: l[:]
  type(t) :: b(2)[*]
  ! expect-error: 'a' has no component 'x': it is of type integer
  a(3)[1]%x = 3
  ! expect-error: 'z' has no component 'real': it is of type complex
  print *, z[1]%real
  ! expect-error: 's' has no component 'length': it is of type character
  print *, s(1)[1]%length
  allocate (l[*])
  ! expect-error: 'l' has no component 'i': it is of type logical
  l[1]%i = 2
  ! expect-error: 'a' has no part 're': it is of type integer
  print *, a(1)[1]%re
  ! expect-error: 'z' has no part 'len': it is of type complex
  print *, z[1]%len
  z[1]%re = 1
  print *, z[1]%im, b(1)[1]%i, b(1)[1]%z%re, s(2)[1](2:3), b(2)[1]%s, s(1)[1]%len, a(1)[1]%kind
end program components_of_numbers
