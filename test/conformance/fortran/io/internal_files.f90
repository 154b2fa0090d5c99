! conformance: images=1,2,3,5
! feature: coindexed internal files
program internal_files
  implicit none
  character(12) :: line[*], page(3)[*]
  integer :: me, n, k, i, j, ios
  real :: r
  character(40) :: msg
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  line = ''; page = ''
  sync all
  write (line[k], '(a,i0)') 'from ', me
  sync all
  if (line /= 'from ' // achar(48 + modulo(me - 2, n) + 1)) error stop 'write'
  sync all
  read (line[k], '(5x,i1)', iostat=ios, iomsg=msg) i
  if (ios /= 0 .or. i /= me) error stop 'read'
  sync all
  write (page(2)[k](3:8), '(f6.2)', iostat=ios) me + 0.25
  sync all
  write (page(:)[me], '(a)') 'x', 'y', 'z'
  sync all
  if (any(page /= ['x', 'y', 'z'])) error stop 'array as an internal file'
  sync all
  write (page(1)[k](1:6), '(i3,i3)') me, me + 1
  sync all
  read (page(1)[k], *) i, j
  if (i /= me .or. j /= me + 1) error stop 'list-directed read'
  read (page(1)[k](1:3), '(f3.0)') r
  if (r /= me) error stop 'substring read'
  if (me == 1) print '(a)', 'PASS'
end program
