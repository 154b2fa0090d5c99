! conformance: images=1,2,3,5
! feature: substring of a coindexed object
program character_substring
  implicit none
  character(8) :: s[*], v(3)[*]
  integer :: me, n, right, left
  me = this_image(); n = num_images()
  right = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  s = 'abcdefgh'
  v = '........'
  sync all
  s[right](3:4) = achar(48 + me) // '!'
  v(2)[right](1:3) = 'xyz'
  v(3)[right](6:) = 'end'
  v(1)[right](:2) = s(1:2)
  sync all
  call checks('put into substring', s, 'ab' // achar(48 + left) // '!efgh')
  call checks('put into substring of element', v(2), 'xyz.....')
  call checks('open upper bound', v(3), '.....end')
  call checks('open lower bound', v(1), 'ab......')
  call checks('get substring', s[right](3:5), achar(48 + me) // '!e')
  call checks('get substring of element', v(3)[right](5:7), '.en')
  if (index(v(2)[right](2:), '.') /= 3) error stop 'FAIL: index in remote substring'
  sync all
  v(:)[right](8:8) = '#'                   ! substring of an array section
  v(1:3:2)[right](4:5) = ['AB', 'CD']
  sync all
  call checks('section substring 1', v(1), 'ab.AB..#')
  call checks('section substring 2', v(2), 'xyz....#')
  call checks('section substring 3', v(3), '...CDen#')
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
end program character_substring
