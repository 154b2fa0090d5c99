! conformance: images=1,2,3,5
! feature: read into coindexed objects
! stdin: 42 1 2 3\n7.5 'word'\n1,2,3,4,5,6
program input
  implicit none
  integer :: k[*], a(5)[*], b(3, 2)[*], me, n, last, i, j, ios
  real :: x[*]
  character(6) :: w[*]
  character(30) :: text
  me = this_image(); n = num_images(); last = n
  a = 0; b = 0
  sync all
  if (me == 1) then
    read *, k[last], a(2:4)[last]
    read (*, *, iostat=ios) x[last], w[last]
    read (*, *) ((b(i, j)[last], i = 3, 1, -1), j = 1, 2)
  end if
  sync all
  if (me == last) then
    call check('scalar', k, 42)
    call check('section', a(2) * 100 + a(3) * 10 + a(4), 123)
    call check('neighbours', a(1) + a(5), 0)
    call check('real', nint(2 * x), 15)
    if (w /= 'word') error stop 'FAIL: character'
    call check('implied do', b(3, 1) + 10 * b(1, 2), 61)
  end if
  sync all
  write (text, '(3i4)') me, 2 * me, 3 * me
  read (text, '(3i4)') a(5:1:-2)[mod(me, n) + 1]
  sync all
  i = modulo(me - 2, n) + 1
  call check('internal read', a(5), i)
  call check('internal read, last', a(1), 3 * i)
  sync all
  write (w[mod(me, n) + 1], '(a, i0)') 'w', me           ! internal file on another image
  sync all
  if (w /= 'w' // achar(48 + i)) error stop 'FAIL: internal file'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program input
