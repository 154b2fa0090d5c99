! conformance: images=1,2,3,5
! feature: coarrays in namelists
program namelists
  implicit none
  integer :: n[*] = 3, v(3)[*] = [1, 2, 3]
  character(8) :: name[*] = 'none'
  real :: plain = 1.5
  namelist /settings/ n, v, name, plain
  character(120) :: text(6)
  integer :: k
  k = mod(this_image(), num_images()) + 1
  text = ''
  text(1) = '&settings n = 4, v(2) = 9, name = "abc", plain = 2.5 /'
  read (text, nml=settings)
  sync all
  if (n[k] /= 4 .or. any(v(:)[k] /= [1, 9, 3]) .or. name[k] /= 'abc' .or. plain /= 2.5) error stop 'read'
  sync all
  n[k] = this_image(); name[k](1:1) = 'A'
  sync all
  write (text, nml=settings)
  n = 0; v = 0; name = ''
  read (text, nml=settings)
  if (n /= modulo(this_image() - 2, num_images()) + 1 .or. v(2) /= 9 .or. name /= 'Abc') error stop 'write'
  if (this_image() == 1) print '(a)', 'PASS'
end program
