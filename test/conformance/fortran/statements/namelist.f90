! conformance: images=1,2,3
! feature: coarrays in namelists
program namelist_test
  implicit none
  integer :: nx[*] = 1, list(3)[*] = 0
  real :: dt[*] = 0.5
  character(60) :: text(3), out(6)
  integer :: me, n, k, i
  namelist /run/ nx, dt, list
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  text = [character(60) :: '&run', '', '/']
  write (text(2), '(a, i0, a, i0)') 'nx = ', 10 * me, ', dt = 2.5, list(2) = ', me
  read (text, nml=run)
  sync all
  if (nx[k] /= 10 * k .or. list(2)[k] /= k .or. list(3)[k] /= 0 .or. dt[k] /= 2.5) then
    print *, 'FAIL: got', nx[k], list(:)[k], dt[k], 'image', me
    error stop 1
  end if
  out = ' '
  write (out, nml=run)
  if (.not. any([(index(out(i), 'NX') > 0 .or. index(out(i), 'nx') > 0, i = 1, 6)])) error stop 'FAIL: namelist output'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program namelist_test
