! conformance: images=1,2,3,5,8
! feature: coarray dummy, assumed shape
module halo_m
  implicit none
contains
  subroutine exchange(f, left, right)
    real, intent(inout) :: f(0:)[*]
    integer, intent(in) :: left, right
    integer :: m
    m = ubound(f, 1) - 1
    sync all
    f(0)[right] = f(m)
    f(m + 1)[left] = f(1)
    sync all
  end subroutine exchange
  subroutine fill(g, k)
    integer :: g(:, :)[*]
    integer, intent(in) :: k
    integer :: i, j
    do j = 1, size(g, 2)
      g(:, j)[k] = [(100 * i + j + 1000 * this_image(), i = 1, size(g, 1))]
    end do
    sync all
  end subroutine fill
end module halo_m

program assumed_shape
  use halo_m
  implicit none
  real :: a(12)[*]
  real, allocatable :: b(:)[:]
  integer :: m(6, 4)[*], me, n, left, right
  me = this_image(); n = num_images()
  right = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  allocate (b(-5:5)[*])
  a = me; b = 2 * me; m = 0
  call exchange(a, left, right)
  call check('a(1)', nint(a(1)), left)
  call check('a(12)', nint(a(12)), right)
  call exchange(b, left, right)
  call check('b(-5)', nint(b(-5)), 2 * left)
  call check('b(5)', nint(b(5)), 2 * right)
  a = 100 * me
  call exchange(a(3:7), left, right)               ! a section of a coarray is a coarray
  call check('a(3)', nint(a(3)), 100 * left)
  call check('a(7)', nint(a(7)), 100 * right)
  call check('a(2)', nint(a(2)), 100 * me)
  call fill(m(1:6:2, 4:1:-3), right)               ! also one with strides
  call check('m(5,4)', m(5, 4), 1000 * left + 301)
  call check('m(1,1)', m(1, 1), 1000 * left + 102)
  call check('sum', count(m /= 0), 6)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program assumed_shape
