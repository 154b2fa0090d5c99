! conformance: images=1,2,3
! feature: coindexed in READ and WRITE
! A subscript or cosubscript of an input item has the value that it has when the item is reached:
! one that depends on what the item itself, or a later one, is given has the value from before.
program subscript_of_item
  implicit none
  integer, save :: x(4)[*], n[*], y(4)[*]
  integer :: me, k, j
  character(20) :: line
  me = this_image()
  k = 1 + mod(me, num_images())
  x = [2, 3, 4, 1]
  y = 0
  n = 3
  sync all
  line = '7 8'
  read (line, *) x(x(2)[k])[k]
  sync all
  if (any(x /= [2, 3, 7, 1])) error stop 'the item itself'
  sync all
  j = 1
  read (line, *) y(j + n[k])[k], j
  sync all
  if (any(y /= [0, 0, 0, 7]) .or. j /= 8) error stop 'a local item behind'
  sync all
  read (line, *) y(n[k])[k], n[k]
  sync all
  if (any(y /= [0, 0, 7, 7]) .or. n /= 8) error stop 'a coindexed item behind'
  sync all
  j = k
  read (line, *) y(1)[j], j
  sync all
  if (y(1) /= 7 .or. j /= 8) error stop 'a cosubscript'
  associate (v => x(2:))
    read (line, *, iostat=j) v(1 + mod(v(1)[k], 3))[k]
  end associate
  sync all
  if (j == 0 .and. any(x /= [2, 7, 7, 1])) error stop 'an associate name'
  if (me == 1) print '(a)', 'PASS'
end program
