! conformance: images=1,3
! feature: one array on this image and on another, constructors in subscripts, pure procedures
module arrays
  implicit none
  complex, save :: z(4)[*]
  real, save :: t(4,3)[*]
  real, allocatable :: a(:,:)[:,:]
  integer :: calls = 0
contains
  pure function f(k) result(r)
    integer, intent(in) :: k
    real :: r(3)
    r = t(1+sum([int(z(2)[k]%im), 0]), :) + t(3,:)[k]
  end function
  pure function g(j, k) result(r)
    integer, intent(in) :: j, k
    real :: r(3)
    r = a(1+sum([j, k, 2 - j - k]), :) + a(3,:)[0,k]
  end function
  integer function called(i)
    integer, intent(in) :: i
    calls = calls + 1
    called = i
  end function
end module
program own_view
  use arrays
  implicit none
  real :: r(3), w(3), c(4)
  integer :: k, i, me
  me = this_image()
  allocate (a(4,3)[0:0,*])
  z = [(cmplx(i, mod(i, 3)), i = 1, 4)]
  do i = 1, 3
    t(:, i) = [1, 2, 3, 4] + 10*i + 100*me
  end do
  a(:, :) = t
  sync all
  w = t(3, :) + t(3, :)
  do k = 1, num_images()
    r = t(1+int(z(2)[k]%im), :) + t(3,:)[k]
    call check(r, w + 100*(k - me))
    r = t(1+sum([int(z(2)[k]%im), 0]), :) + t(3,:)[k]
    call check(r, w + 100*(k - me))
    r = t(2+sum([k, 1-k]), :) + t(called(3),:)[k]
    call check(r, w + 100*(k - me))
    c(1:3) = [(t(1+sum([i, k, -k]), 2), i = 1, 3)] + [(t(called(i), 2)[k], i = 1, 3)]
    call check(c(1:3), [43, 45, 47] + 200*me + 100.*(k - me))
    call check(f(k), w + 100*(k - me))
    call check(g(k, 1), w + 100*(1 - me))
    call check(g(1, k), w + 100*(k - me))
  end do
  if (calls /= 4*num_images()) error stop 'calls'
  sync all
  do k = me, num_images(), num_images()
    t(1:3, 1)[k] = t(sum([1, 1]):4, 1)
  end do
  sync all
  call check(t(:, 1), [12., 13., 14., 14.] + 100*me)
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine check(got, want)
    real, intent(in) :: got(:), want(:)
    if (any(got /= want)) then
      print '(a,*(1x,f0.1))', 'FAIL:', got, want
      error stop 1
    end if
  end subroutine
end program
