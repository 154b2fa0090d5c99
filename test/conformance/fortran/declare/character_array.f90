! conformance: images=1,2,3,5
! feature: character coarray
program character_array
  implicit none
  character(4) :: word(3)[*]
  character :: grid(2, 2)[*]*3
  integer :: me, n, right, left, i
  character(4) :: here(3)
  me = this_image(); n = num_images()
  right = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  word(:)[right] = [character(4) :: 'ab', 'cdef', repeat(achar(48 + me), 4)]
  grid(1, :)[right] = 'xyz'
  grid(2, 1)[right] = 'p' // achar(48 + me)
  grid(2, 2)[right] = ''
  sync all
  call checks('word(1)', word(1), 'ab  ')
  call checks('word(2)', word(2), 'cdef')
  call checks('word(3)', word(3), repeat(achar(48 + left), 4))
  call checks('grid(1,1)', grid(1, 1), 'xyz')
  call checks('grid(1,2)', grid(1, 2), 'xyz')
  call checks('grid(2,1)', grid(2, 1), 'p' // achar(48 + left) // ' ')
  call checks('grid(2,2)', grid(2, 2), '   ')
  here = word(3:1:-1)[right]
  call checks('fetched in reverse', here(1), repeat(achar(48 + me), 4))
  do i = 1, n
    if (len_trim(word(2)[i]) /= 4) error stop 'FAIL: len_trim of a coindexed element'
  end do
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
end program character_array
