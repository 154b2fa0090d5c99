! conformance: images=1,2,3,5,8
! feature: cobounds that CHANGE TEAM gives, of another corank
! F2018 11.1.5.2: the associate name has the corank of its own cobounds, whatever that of the coarray is.
program associated_corank
  use iso_fortran_env, only: team_type
  implicit none
  type(team_type) :: t
  integer :: a[*], b(2)[2,*]
  integer :: sub(2), n, one(1)
  a = this_image(); b = a
  form team (1, t)
  change team (t, p[2,*] => a, q[0:*] => b)
    n = num_images()
    if (lcobound(p, 2) /= 1 .or. ucobound(p, 2) /= (n + 1)/2) error stop 'cobounds'
    if (lcobound(p, dim=1) /= 1 .or. ucobound(p, dim=1) /= 2) error stop 'cobounds of 1'
    if (any(coshape(p) /= [2, (n + 1)/2]) .or. any(lcobound(p) /= [1, 1])) error stop 'coshape'
    if (size(ucobound(q)) /= 1 .or. lcobound(q, 1) /= 0 .or. ucobound(q, 1) /= n - 1) error stop 'q'
    sub = this_image(p)
    if (this_image(p, 2) /= sub(2)) error stop 'this_image, dim'
    if (any(sub /= [1 + mod(this_image() - 1, 2), (this_image() + 1)/2])) error stop 'this_image'
    one = this_image(q)
    if (one(1) /= this_image() - 1 .or. this_image(q, 1) /= one(1)) error stop 'this_image of q'
    if (image_index(p, sub) /= this_image() .or. image_index(q, [n - 1]) /= n) error stop 'image_index'
    if (p[1, 1] /= 1 .or. any(q(:)[n - 1] /= n)) error stop 'value'
  end team
  if (lcobound(b, 2) /= 1 .or. ucobound(a, 1) /= n) error stop 'after'
  if (this_image() == 1) print '(a)', 'PASS'
end program
