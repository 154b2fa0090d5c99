! conformance: images=1,2,3
! feature: programs of several files
! files: boxes.f90 old.f main.f90
program main
  use boxes, only: parcel => box
  implicit none
  integer :: me, n, left
  me = this_image(); n = num_images(); left = modulo(me - 2, n) + 1
  call old(mod(me, n) + 1, 11 * me)
  sync all
  if (any(parcel /= [11 * left, 2, 1])) then
    print *, 'FAIL: expected', 11 * left, 2, 1, 'got', parcel, 'image', me
    error stop 1
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program main
