! conformance: images=1,2,3
! feature: coarray dummies in interface bodies
module types_m
  implicit none
  integer, parameter :: dp = kind(1d0)
  type sample
    real(dp) :: v(2) = 0
    integer :: n = 0
  end type sample
end module types_m

program interface_bodies
  use types_m
  implicit none
  interface
    subroutine add_sample(s, x, image)
      import :: sample, dp
      type(sample), intent(inout) :: s[*]
      real(dp), intent(in) :: x
      integer, intent(in) :: image
    end subroutine add_sample
    real(dp) function mean(s, m)
      import
      integer, intent(in) :: m
      type(sample), intent(in) :: s(m)[*]
    end function mean
  end interface
  type(sample) :: one[*], many(3)[*]
  integer :: me, n, k
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  call add_sample(one, 1.5_dp * me, k)
  call add_sample(many(2), 3.0_dp, k)
  sync all
  if (one%n /= 1 .or. one%v(1) /= 1.5_dp * (modulo(me - 2, n) + 1)) error stop 'FAIL: one'
  if (mean(many, 3) /= 3.0_dp) then
    print *, 'FAIL: mean, expected 3, got', mean(many, 3), 'image', me
    error stop 1
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program interface_bodies

subroutine add_sample(s, x, image)
  use types_m
  implicit none
  type(sample), intent(inout) :: s[*]
  real(dp), intent(in) :: x
  integer, intent(in) :: image
  s[image]%v = s[image]%v + [x, x * x]
  s[image]%n = s[image]%n + 1
end subroutine add_sample

function mean(s, m)
  use types_m
  implicit none
  integer, intent(in) :: m
  type(sample), intent(in) :: s(m)[*]
  real(dp) :: mean
  integer :: k, c
  mean = 0; c = 0
  do k = 1, num_images()
    mean = mean + sum(s(:)[k]%v(1))
    c = c + sum(s(:)[k]%n)
  end do
  mean = mean / c
end function mean
