! conformance: images=1,2,3
! feature: READ into coindexed objects that variables without a declaration choose
program read_implicit
  integer, save :: a(4)[*], b(4)[*]
  character(9) :: line
  me = this_image()
  k = mod(me, num_images()) + 1
  left = merge(num_images(), me - 1, me == 1)
  a = [1, 2, 3, 4]
  b = 0
  j = 4
  sync all
  write (line, '(2i3)') 2, 5*me
  read (line, *) j, b(j)[k]
  sync all
  if (any(b /= [0, 5*left, 0, 0])) error stop 'read'
  j = 4
  line = '2 /'
  read (line, *) j, a(j)[k]
  if (j /= 2) error stop 'j'
  sync all
  if (any(a /= [1, 2, 3, 4])) error stop 'null value'
  sync all
  call change()
  sync all
  if (any(a /= [1, 2, left, 4])) error stop 'host'
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine change()
    write (line, '(2i3)') 3, this_image()
    read (line, *) j, a(j)[k]
  end subroutine change
end program read_implicit
