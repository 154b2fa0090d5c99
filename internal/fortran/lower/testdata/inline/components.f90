! Components in loops, and gathers from them, with a back end for which pointers cost nothing.
module parts
  implicit none
  type :: leaf
    real, allocatable :: v(:)
    integer, allocatable :: n
  end type
  type :: tree
    type(leaf), allocatable :: l(:)
    real, allocatable :: v(:)
    real, pointer :: p(:)
    real :: w(8)
  end type
  type :: neighbour
    integer :: image, n
    integer, allocatable :: list(:)
  end type
  type(tree) :: t[*]
contains
  subroutine loops(a, b, m, k)
    real, intent(inout) :: a(:), b(:)
    integer, intent(in) :: m, k
    integer :: i
    do i = 1, m
      a(i) = b(i) + 3 * t[k]%v(i)
    end do
    do i = 1, m
      if (b(i) > 0) a(i) = t[k]%l(m)%v(i) + t[k]%l(m)%n
    end do
    do i = 1, m
      a(i) = t[k]%p(i)
    end do
  end subroutine

  subroutine gathers(a, from, list, m, k)
    real, intent(inout) :: a(:)
    type(neighbour), intent(in) :: from(:)
    integer, intent(in) :: list(:), m, k
    integer :: j
    real, target :: c(10)
    a(1:m) = t[k]%v(list(1:m))
    a(1:m) = t[k]%l(m)%v(list(:m))
    a(:8) = t[k]%w(list(:8))
    a(1:m) = t[k]%p(list(1:m))
    do j = 1, size(from)
      a(1:from(j)%n) = t[from(j)%image]%v(from(j)% &
          list(1:from(j)%n))
    end do
    ! none: what a pointer may point to, a list on another image, a list by a function
    c(1:m) = t[k]%p(list(1:m))
    a(1:2) = t[k]%v(int(t[k]%w(1:2)))
    a(1:2) = t[k]%v(from(first())%list(1:2))
  contains
    integer function first()
      first = 1
    end function
  end subroutine
end module
