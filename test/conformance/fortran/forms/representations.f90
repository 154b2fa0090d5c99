! conformance: images=1,2,4
! feature: whole programs
! Statements of the kinds that --local and --remote write in other forms, beside those that keep the
! translator's own: each result is checked, whatever the form is.
module representations_data
  implicit none
  integer, parameter :: wp = kind(1.d0), n = 40
  real(wp) :: a(n)[*], b(n)[*], c(n)[*]
  integer :: grid(-1:3,0:4)[2,*]
  private :: wp
contains
  subroutine copy(m, s)
    integer, intent(in) :: m
    real(wp), intent(in) :: s
    integer :: i
    real(wp) :: t
    t = 0
    do i = 1, m
      c(i) = s*a(i)
      t = t + c(i)
    end do
    if (t < 0) return
    b(1:m) = c(1:m) + t
  end subroutine copy
end module representations_data

program representations
  use representations_data, only: a, bb => b, c, n, grid, copy
  implicit none
  integer, parameter :: dp = kind(1.d0)
  real(dp) :: own(n), total
  integer :: me, k, j, i, p, high
  real, allocatable :: w(:,:)[:]
  complex :: z(3)[*]
  logical :: flags(2)[*]

  me = this_image()
  k = mod(me, num_images()) + 1
  do j = 1, n
    a(j) = 100*me + j
  end do
  bb(1:n) = 2*a(1:n)
  grid(:,:) = me
  grid(-1,0) = grid(3,4) + 1
  z(1:3) = cmplx(me, 1)
  flags(1) = me == 1
  sync all

  ! element by element, and in bulk
  do j = 1, n
    c(j) = a(j)[k] + bb(j)[k]
  end do
  call check('elements', maxval(abs(c - [(3*(100*k + j), j = 1, n)])) < 0.5)
  c(1:n) = a(1:n)[k]
  call check('bulk', maxval(abs(c - [(100*k + j, j = 1, n)])) < 0.5)
  c(2:n:2) = 3*a(1:n/2)[k] + bb(n:n/2+1:-1)[k]
  call check('stride', all(abs(c(2:n:2) - [(3*(100*k + j) + 2*(100*k + n + 1 - j), j = 1, n/2)]) &
    < 0.5))
  own = 0
  do j = 1, n
    if (mod(j, 3) == 0) own(j) = a(j)[k]*2 + c(j)
  end do
  call check('condition', abs(own(3) - (2*(100*k + 3) + c(3))) < 0.5 .and. own(1) == 0)
  total = sum(a(:)[k]) + a(n)[k]
  call check('sum', abs(total - (100*k*(n + 1) + n*(n + 1)/2 + n)) < 0.5)

  ! the image changes inside of the loop
  own = 0
  do p = 1, num_images()
    do j = 1, n
      own(j) = own(j) + a(j)[p]
    end do
  end do
  call check('all images', abs(own(7) - (50*num_images()*(num_images() + 1) + 7*num_images())) &
    < 0.5)
  total = 0
  do j = 1, n
    p = mod(j, num_images()) + 1
    total = total + bb(j)[p]
  end do
  own(1) = 0
  do j = 1, n
    own(1) = own(1) + 2*(100*(mod(j, num_images()) + 1) + j)
  end do
  call check('image in the loop', abs(total - own(1)) < 0.5)

  ! two codimensions, bounds, other types
  i = 0
  do j = 0, 4
    i = i + grid(j-1,j)[mod(k-1,2)+1, (k-1)/2+1]
  end do
  call check('grid', i == 5*k + 1)
  call check('complex', abs(sum(z(:)[k]) - cmplx(3*k, 3)) < 0.01)
  own(1) = real(z(2)[k], dp)
  call check('part', abs(own(1) - k) < 0.01)
  flags(2) = .not. flags(1)[k]
  call check('logical', flags(2) .eqv. k /= 1)
  sync all

  ! the same memory by two names
  do j = 2, n
    a(j) = a(j-1)[me] + 1
  end do
  call check('own image', abs(a(n) - (100*me + n)) < 0.5)
  do j = n, 2, -1
    a(j)[me] = a(j-1)
  end do
  call check('shifted', abs(a(n) - (100*me + n - 1)) < 0.5)
  a(2:n)[me] = a(1:n-1)
  call check('overlap', abs(a(3) - (100*me + 1)) < 0.5)
  sync all

  ! definitions
  do j = 1, n
    c(j)[k] = me*j
  end do
  sync all
  p = me - 1
  if (p == 0) p = num_images()
  call check('stores', all(abs(c - [(p*j, j = 1, n)]) < 0.5))
  sync all
  c(1:n/2)[k] = 7
  c(n)[k] = c(n)[k] + c(1)
  sync all
  call check('bulk stores', abs(sum(c(1:n/2)) - 7*(n/2)) < 0.5)
  call check('update', c(n) > p*n)

  ! allocated, and allocated again
  do i = 1, 2
    allocate (w(0:i,2*i)[*])
    do j = 1, 2*i
      w(:,j) = me
      w(0,j) = j
    end do
    sync all
    do j = 1, 2*i
      w(1,j) = w(0,j)[k] + w(i,j)[k]*i
    end do
    call check('allocated', any(abs(w(1,2*i) - [2*i + k*i, 2*i + i]) < 0.5) .or. i == 1)
    sync all
    w(0:i,1:2*i)[k] = 5
    sync all
    call check('allocated, bulk', all(abs(w - 5) < 0.1))
    deallocate (w)
  end do

  ! procedures
  a = 2
  call copy(n, 3._dp)
  call check('procedure', all(abs(c - 6) < 0.1) .and. abs(bb(1) - (6 + 6*n)) < 0.5)
  call saved(high)
  call saved(high)
  call check('saved', high == 2*k + 2)
  block
    real, save :: inner(3)[*]
    inner(1:3) = me
    sync all
    own(1) = inner(2)[k]
    call check('block', abs(own(1) - k) < 0.1)
  end block
  sync all
  if (me == 1) print '(a)', 'PASS'

contains

  subroutine saved(x)
    integer, intent(out) :: x
    integer, save :: count(2)[*]
    logical, save :: first = .true.
    if (first) count(:) = 0
    first = .false.
    sync all
    count(1) = count(1) + this_image()
    count(2) = count(2) + 1
    sync all
    x = count(1)[k] + count(2)[k]
    sync all
  end subroutine saved

  subroutine check(what, good)
    character(*), intent(in) :: what
    logical, intent(in) :: good
    if (.not. good) then
      print '(a,i0,2a)', 'FAIL on image ', this_image(), ': ', what
      error stop
    end if
  end subroutine check

end program representations
