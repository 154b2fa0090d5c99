! conformance: images=1,2,3
! feature: coarray declarations
! Cobounds that a default integer cannot hold (F2018 8.5.6.3 sets no limit).
program cobounds_64
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none
  integer(int64), parameter :: lo = 4294967296_int64, low = -5000000000_int64
  integer, save :: y[lo:*], z[low:low,*]
  integer(int64) :: lc(1), k
  y = this_image()
  z = 10*this_image()
  sync all
  lc = lcobound(y, kind=int64)
  if (lc(1) /= lo) error stop 1
  k = ucobound(y, 1, kind=int64)
  if (k /= lo + num_images() - 1 .or. y[k] /= num_images()) error stop 2
  if (y[lo] /= 1 .or. y[4294967296_int64] /= 1) error stop 3
  if (image_index(y, [k]) /= num_images()) error stop 4
  if (z[low, num_images()] /= 10*num_images()) error stop 5
  if (this_image() == 1) print '(a)', 'PASS'
end program
