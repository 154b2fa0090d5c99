! Objects that would have to be transferred in place, and cannot be; conditional expressions.
module in_place_m
  implicit none
  type :: t
    integer, allocatable :: p(:)
  end type
  type :: u
    integer :: n
  contains
    final :: gone
  end type
contains
  subroutine gone(a)
    type(u), intent(inout) :: a
  end subroutine
  integer function impure_one(n)
    integer, intent(in) :: n
    impure_one = n
  end function
  subroutine defines(n)
    integer, intent(out) :: n
    n = 1
  end subroutine
end module
program in_place
  use in_place_m
  implicit none
  type(t), save :: x[*]
  type(u), save :: w[*]
  integer, save :: a(4)[*]
  integer :: i, k, m(2), f, g
  logical :: c
  type(u) :: l
  f(i) = x[k]%p(i)
  g(i) = sum(a(m)[k]) + i
  read *, i, x[k]%p(i)
  read *, i, a(impure_one(i))[k]
  read *, m, a(m)[k]
  read *, i, a(i)[k], a(impure_one(3))[k]
  print *, ((c ? a(i)[k] : 0), i = 1, 2)
  where (a > 0) a = (c ? a(1)[k] : 0)
  call defines((c ? i : k))
  l = (c ? w[k] : w)
  block
    integer :: of((c ? a(1)[k] : 1))
  end block
end program
subroutine operands(n, x)
  integer :: n, x[*]
  print *, (n > 1 ? x[1] : 2.5)
  print *, (n > 1 ? 1.0 : 2.5d0)
  print *, (n > 1 ? [1, 2] : 3)
  print *, (n > 1 ? 1 : n < 0 ? 2 : .true.)
end subroutine
subroutine constants(n)
  integer :: n, l(3)
  type :: t
    integer :: c = (1 > 0 ? 1 : 2)
  end type
  enum, bind(c)
    enumerator :: e = (1 > 0 ? 1 : 2)
  end enum
  data (l(i), i = 1, (2 > 1 ? 3 : 2)) / 3*0 /
  select case (n)
  case ((1 > 0 ? 1 : 2))
    n = 3
  end select
end subroutine
