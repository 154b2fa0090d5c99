! feature: overlap of both sides on the same image
! build-args: -O3
! Loops in which the coindexed object is this image's own: recurrences must see what the iteration before has stored, whatever the
! back end knows about the pointers by which Coral reaches the object. And loops in which the image index changes.
module same_data
  implicit none
  type :: cell
    integer :: before
    real(8) :: v(100)
  end type cell
  real(8) :: m(0:99)[*]
  type(cell) :: one[*], many(5)[*]
contains
  subroutine dummies(x, y, n, k)
    integer, intent(in) :: n, k
    real(8), intent(inout) :: x(n)[*], y(2:5,*)[0:*]
    integer :: i, j

    x(1) = 1
    do i = 2, n
      x(i) = x(i-1)[k] + 1
    end do
    if (any(x /= [(real(i, 8), i=1,n)])) error stop 'explicit shape'
    do i = 2, n
      x(i)[k] = x(i-1) + 2
    end do
    if (any(x /= [(1 + 2*real(i - 1, 8), i=1,n)])) error stop 'explicit shape, put'
    y(2:5,1) = 1
    do j = 2, 6
      do i = 2, 5
        y(i,j) = 2*y(i,j-1)[k-1]
      end do
    end do
    if (any(y(:,6) /= 32)) error stop 'assumed size'
  end subroutine dummies
end module same_data

program same_image_loops
  use same_data
  implicit none
  integer, parameter :: n = 100
  integer :: a(n)[*], b(-3:6,4)[*]
  integer(8) :: w(n)[*]
  real(8) :: d(n)[*], e(2:5,6)[*]
  real(8), allocatable :: h(:)[:]
  integer :: i, j, k, me, left, total

  me = this_image()
  k = me
  left = merge(num_images(), me - 1, me == 1)
  allocate (h(-1:n)[*])
  a = 1
  do i = 2, n
    a(i) = a(i-1)[k] + 1
  end do
  if (any(a /= [(i, i=1,n)])) error stop 'get'
  do i = 2, n
    a(i)[k] = a(i-1) + 3
  end do
  if (a(n) /= 1 + 3*(n - 1)) error stop 'put'
  do i = n, 2, -1
    a(i)[k] = a(i-1)[k]
  end do
  if (a(n) /= 1 + 3*(n - 2) .or. a(2) /= 1) error stop 'both'
  w = 0
  do i = 1, n
    w(i)[me] = i
    w(1) = w(1)[me] + w(i)
  end do
  if (w(1) /= 1 + n*(n + 1)/2) error stop 'integer(8)'
  h = 0
  h(-1) = 1
  do i = 0, n
    h(i) = h(i-1)[k] + 1
  end do
  if (h(n) /= n + 2) error stop 'allocatable'
  m(0) = 5
  do i = 1, 99
    m(i)[k] = m(i-1) + 1
    if (m(i)[me] /= m(i)) error stop 'module'
  end do
  if (m(99) /= 104) error stop 'module, end'
  one%v(1) = 1
  do i = 2, 100
    one%v(i) = one[k]%v(i-1) + 1
  end do
  if (one%v(100) /= 100) error stop 'component'
  many(1)%v = one%v
  do j = 2, 5
    do i = 1, 100
      many(j)[k]%v(i) = many(j-1)%v(i) + 1
    end do
  end do
  if (any(many(5)%v /= one%v + 4)) error stop 'component of an element'
  b = 0
  do j = 1, 4
    do i = -3, 6
      b(i,j)[k] = 10*j + i
    end do
  end do
  if (any(b /= reshape([((10*j + i, i=-3,6), j=1,4)], [10,4]))) error stop 'rank 2'
  call dummies(d, e, n, k)

  sync all
  total = 0
  k = 1
  do i = 1, num_images()
    total = total + a(n)[k]
    k = k + 1
  end do
  if (total /= num_images()*(1 + 3*(n - 2))) error stop 'index assigned'
  total = 0
  do k = 1, num_images()
    do i = 1, 2
      total = total + k*a(i)[k]
    end do
  end do
  if (total /= num_images()*(num_images() + 1)) error stop 'index is the loop''s'
  sync all
  b = me
  sync all
  do j = 1, 4
    a(j) = sum(b(:,j)[left]) + b(-3,j)[me]
  end do
  if (any(a(1:4) /= 10*left + me)) error stop 'sections in a loop'
  a(1:10) = 2*b(:,2)[left] + b(:,3)[left] + a(1:10)
  if (any(a(1:4) /= 13*left + me)) error stop 'array expression'
  a(2:n) = a(1:n-1)[me] + 1
  if (a(2) /= 13*left + me + 1 .or. a(3) /= 13*left + me + 1) error stop 'overlap in an expression'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program same_image_loops
