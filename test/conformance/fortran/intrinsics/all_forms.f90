! conformance: images=1,2,3,5,6
! feature: this_image, num_images
program all_forms
  use iso_fortran_env, only: team_type, int8, int64
  implicit none
  type(team_type) :: odd_even
  real :: x(2)[0:1,*]
  integer, allocatable :: y[:,:,:]
  integer :: me, n, d, c(2)
  me = this_image(); n = num_images()
  allocate (y[2,-1:0,*])
  form team (mod(me, 2) + 1, odd_even)
  c = this_image(x)
  if (any(c /= [mod(me - 1, 2), (me - 1) / 2 + 1])) error stop 'this_image(coarray)'
  if (this_image(x, 2) /= c(2) .or. this_image(x, dim=1) /= c(1)) error stop 'this_image(coarray, dim)'
  if (this_image(coarray=x, dim=2_int8) /= c(2)) error stop 'this_image with keywords'
  if (any(this_image(y) /= [mod(me - 1, 2) + 1, mod((me - 1) / 2, 2) - 1, (me - 1) / 4 + 1])) error stop 'corank 3'
  if (this_image(odd_even) /= (me + 1) / 2) error stop 'this_image(team)'
  if (image_index(x, c) /= me) error stop 'image_index'
  if (image_index(x, [0_int64, 1_int64]) /= 1) error stop 'image_index, int64'
  if (image_index(x, [2, 1]) /= 0) error stop 'image_index out of the cobounds'
  if (image_index(coarray=x, sub=[1, n]) /= 0) error stop 'image_index too large'
  if (num_images(odd_even) /= (n + mod(me, 2)) / 2) error stop 'num_images(team)'
  if (num_images(team_number=-1) /= n) error stop 'num_images(team_number)'
  change team (odd_even)
    if (num_images(team_number=mod(me, 2) + 1) /= num_images()) error stop 'num_images(own team_number)'
    if (n > 1) then
      if (num_images(team_number=2 - mod(me, 2)) /= n - num_images()) error stop 'num_images(sibling)'
    end if
    d = image_index(x, [0, 1], mod(me, 2) + 1)
  end team
  if (any(lcobound(x) /= [0, 1]) .or. lcobound(x, 1) /= 0) error stop 'lcobound'
  if (any(ucobound(x) /= [1, (n + 1) / 2]) .or. ucobound(y, dim=2) /= 0) error stop 'ucobound'
  if (kind(lcobound(x, kind=int64)) /= int64 .or. kind(ucobound(x, 1, int8)) /= int8) error stop 'kind'
  if (any(coshape(x) /= [2, (n + 1) / 2]) .or. kind(coshape(y, kind=int64)) /= int64) error stop 'coshape'
  if (any(coshape(coarray=y) /= [2, 2, (n + 3) / 4])) error stop 'coshape of y'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
