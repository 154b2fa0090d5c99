! feature: coarray components: WHERE and FORALL that refer to one with and without an image selector
! conformance: images=1,3
! The image that is selected is this one: what is defined must not be read again (F2018 10.2.3.2,
! 10.2.4.2.4).
program masked_both_ways
  implicit none
  type item
    integer :: v = 0, w(2) = 0
  end type
  type holder
    integer, allocatable :: x(:)[:]
    type(item), allocatable :: y(:)[:]
  end type
  type outer
    type(holder) :: in
  end type
  type(outer), save :: o
  type(holder), save :: h(2)
  integer :: me, q, k
  integer, parameter :: five(5) = [1, 2, 3, 4, 5]
  me = this_image()
  allocate (o%in%x(5)[*], o%in%y(5)[*])
  do k = 1, 2
    allocate (h(k)%x(0:4)[*], h(k)%y(5)[*])
  end do
  call set
  forall (q=2:5) o%in%x(q) = o%in%x(q - 1)[me]
  forall (q=1:4) h(2)%x(q) = h(2)%x(q - 1)[me] + size(h(2)%x) - 5
  forall (q=2:5) o%in%y(q)%v = o%in%y(q - 1)[me]%v
  call check(o%in%x, [1, 1, 2, 3, 4], 1)
  call check(h(2)%x, [1, 1, 2, 3, 4], 2)
  call check(o%in%y%v, [1, 1, 2, 3, 4], 3)
  call set
  forall (q=2:5) o%in%x(q)[me] = o%in%x(q - 1)
  forall (q=2:5) o%in%y(q)[me] = o%in%y(q - 1)
  forall (q=1:4, h(2)%x(q - 1)[me] < 9) h(2)%x(q) = h(2)%x(q - 1)
  call check(o%in%x, [1, 1, 2, 3, 4], 4)
  call check(o%in%y%v, [1, 1, 2, 3, 4], 5)
  call check(h(2)%x, [1, 1, 2, 3, 4], 6)
  call set
  where (o%in%x(1:4)[me] < 2) o%in%x(2:5) = 0
  where (h(2)%x(:3)[me] < 2) h(2)%x(1:) = 0
  where (o%in%y(1:4)[me]%v < 2)
    o%in%y(2:5)%v = 0
    o%in%y(1:4)%w(2) = o%in%y(1:4)%v
  elsewhere
    o%in%y(2:5)%w(1) = o%in%y(5:2:-1)[me]%v
  end where
  call check(o%in%x, [1, 0, 3, 4, 5], 7)
  call check(h(2)%x, [1, 0, 3, 4, 5], 8)
  call check(o%in%y%v, [1, 0, 3, 4, 5], 9)
  call check(o%in%y%w(1), [0, 0, 4, 3, 0], 10)
  call check(o%in%y%w(2), [1, 0, 0, 0, 0], 11)
  call set
  forall (q=1:4)
    where (h(2)%x(q:q)[me] < 3) h(2)%x(q:q) = total(h(2)%x) + h(2)%x(q:q)[me]
    h(1)%x(q - 1) = h(1)%x(q)[me]
  end forall
  call check(h(1)%x, [2, 3, 4, 5, 5], 12)
  call check(h(2)%x, [1, 17, 3, 4, 5], 13)
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine set
    o%in%x = five
    o%in%y = [(item(q), q=1, 5)]
    h(1)%x(:) = five
    h(2)%x(:) = five
  end subroutine
  pure integer function total(a)
    integer, allocatable, intent(in) :: a(:)[:]
    total = sum(a)
  end function
  subroutine check(a, b, n)
    integer, intent(in) :: a(:), b(:), n
    if (all(a == b)) return
    print *, n, a
    error stop 1
  end subroutine
end program
