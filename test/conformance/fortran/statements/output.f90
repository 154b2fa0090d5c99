! conformance: images=1,2,3,5
! feature: coindexed in output lists
program output
  implicit none
  integer :: a(5)[*], k[*], me, n, right, i
  real :: x[*]
  character(3) :: name[*]
  character(60) :: line, want
  character(20) :: lines(2)
  type pair
    integer :: i, j
  end type pair
  type(pair) :: pr(2)[*]
  me = this_image(); n = num_images(); right = mod(me, n) + 1
  a = [(10 * me + i, i = 1, 5)]; k = me; x = 0.5 * me; name = 'n' // achar(48 + me)
  pr = [pair(me, 1), pair(me, 2)]
  sync all
  write (line, '(i3, 1x, f5.2, 1x, a)') k[right], x[right], trim(name[right])
  write (want, '(i3, 1x, f5.2, 1x, a)') right, 0.5 * right, 'n' // achar(48 + right)
  call checks('three items', line, want)
  write (line, '(5i4)') a(:)[right]
  write (want, '(5i4)') [(10 * right + i, i = 1, 5)]
  call checks('section', line, want)
  write (line, '(*(i0, :, ","))') (a(i)[right], i = 5, 1, -2)
  write (want, '(*(i0, :, ","))') (10 * right + i, i = 5, 1, -2)
  call checks('implied do', line, want)
  write (line, '(*(i0, :, " "))') (i, (k[i] * a(1)[i], a(2)[right], i = 1, n), i = 0, 0)
  write (want, '(*(i0, :, " "))') 0, (i * (10 * i + 1), 10 * right + 2, i = 1, n)
  call checks('nested implied do over images', line, want)
  write (lines, '(2i5)') pr(:)[right]
  write (want, '(2i5)') right, 2
  call checks('structures, two records', lines(2), want)
  write (line, fmt='(a, i0)') 'sum ', sum(a(1:2)[right]) + a(3)[right]
  write (want, '(a, i0)') 'sum ', 30 * right + 6
  call checks('expression', line, want)
  print '(a, i0, a, 5(1x, i0))', 'image ', me, ':', a(:)[right]
  print *, k[right], (a(i)[right], i = 1, 2), name[right]
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine checks(what, got, want)
    character(*), intent(in) :: what
    character(*), intent(in) :: got, want
    if (got /= want) then
      print '(7a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine checks
end program output
