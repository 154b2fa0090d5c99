! conformance: images=1,2,3,5
! feature: coindexed actual argument, intent(inout)
! Sections of coindexed objects that procedures define: of types with final procedures and with
! defined assignment, in structures whose size does not divide the distance of images, and of
! characters of constant length.
module copied_components
  implicit none
  type fi
    integer :: n = 0
    real(8) :: c(2) = 0
  contains
    final :: finish
  end type
  type small
    integer :: n = 0
    character(1) :: c = ' '
  contains
    final :: finish_small
  end type
  type da
    integer :: n = 0
    real(8) :: c(2) = 0
  contains
    procedure, private :: asg
    generic :: assignment(=) => asg
  end type
  type hold
    type(fi) :: f(3)
    type(da) :: d
    type(fi), allocatable :: g(:)
  end type
  type odd
    integer(8) :: first(12)
    type(small) :: s
  end type
  type named
    integer :: i
    character(5) :: names(3)
  end type
  type hc
    type(fi), allocatable :: c(:,:)[:]
  end type
  integer :: nf = 0, na = 0
contains
  impure elemental subroutine finish(a)
    type(fi), intent(inout) :: a
    nf = nf + 1
  end subroutine
  impure elemental subroutine finish_small(a)
    type(small), intent(inout) :: a
    nf = nf + 1
  end subroutine
  subroutine incs(a, v)
    type(small), intent(inout) :: a(:)
    integer, intent(in) :: v
    a%n = a%n + v
  end subroutine
  subroutine name(c)
    character(5), intent(inout) :: c(:)
    c(size(c)) = c(1)(1:2) // 'new'
  end subroutine
  impure elemental subroutine asg(a, b)
    class(da), intent(inout) :: a
    type(da), intent(in) :: b
    na = na + 1
    a%n = b%n; a%c = b%c
  end subroutine
  subroutine incf(a, v)
    type(fi), intent(inout) :: a(:)
    integer, intent(in) :: v
    a%n = a%n + v
  end subroutine
  subroutine incff(a, v)
    type(fi), intent(inout) :: a(2,*)
    integer, intent(in) :: v
    a(:,:2)%n = a(:,:2)%n + v
  end subroutine
  subroutine incd(n, a, v)
    integer, intent(in) :: n, v
    type(da), intent(inout) :: a(n)
    a%n = a%n + v
  end subroutine
end module
program copied_components_program
  use copied_components
  implicit none
  type(fi), save :: x(5)[*]
  type(hold), save :: h(3)[*]
  type(odd), save :: o(3)[*]
  type(named), save :: l(3)[*]
  type(hc) :: c
  integer :: k, i
  k = 1+mod(this_image(), num_images())
  x%n = [1, 2, 3, 4, 5]
  do i = 1, 3
    h(i)%f%n = 10*i + [1,2,3]; h(i)%d%n = 100*i
  end do
  allocate (h(2)%g(0:2), c%c(2,3)[*])
  h(2)%g%n = [7,8,9]
  c%c%n = reshape([1,2,3,4,5,6], [2,3])
  do i = 1, 3
    o(i)%s%n = i
    l(i)%names = ['one  ', 'two  ', 'three']
  end do
  nf = 0
  sync all
  call incf(x(2:5:3)[k], 7)
  call incf(x(3:1:-2)[k], 100)
  call incf(h(3:1:-2)[k]%f(2), 1000)
  call incf(h(2)[k]%f, 2000)
  call incf(h(2)[k]%g(1:), 3000)
  call incd(3, h(:)[k]%d, 5)
  call incf(c%c(2,:)[k], 50)
  call incff(c%c(:,2:3)[k], 500)
  call incs(o(:)[k]%s, 7)
  call incs(o(3:1:-2)[k]%s, 10)
  call name(l(:)[k]%names(2))
  call name(l(1)[k]%names(3:1:-2))
  sync all
  if (any(o%s%n /= [18, 9, 20])) error stop 'o s'
  if (any(l%names(2) /= ['two  ', 'two  ', 'twnew'])) error stop 'o names'
  if (any(l(1)%names /= ['thnew', 'two  ', 'three'])) error stop 'o 1'
  if (any(x%n /= [101, 9, 103, 4, 12])) error stop 'x'
  if (any(h%f(2)%n /= [1012, 2022, 1032])) error stop 'h f'
  if (any(h(2)%f%n /= 2020 + [1,2,3])) error stop 'h2 f'
  if (any(h(2)%g%n /= [7,3008,3009])) error stop 'g'
  if (any(h%d%n /= [105, 205, 305])) error stop 'd'
  if (any(c%c%n /= reshape([1,52,503,554,505,556], [2,3]))) error stop 'c'
  if (nf /= 0) error stop 'finalized'
  if (na /= 0) error stop 'assigned'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
