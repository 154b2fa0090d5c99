! conformance: images=1,2,3
! feature: programs of several files
! files: api.f90 impl.f90 main.f90
program main
  use api
  implicit none
  integer :: me, n
  me = this_image(); n = num_images()
  call step(mod(me, n) + 1)
  sync all
  call step(mod(me, n) + 1)
  sync all
  if (counter /= 10 .or. where_now(counter) /= 15) then
    print *, 'FAIL: expected 10 15 got', counter, where_now(counter), 'image', me
    error stop 1
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program main
