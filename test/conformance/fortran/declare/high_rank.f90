! conformance: images=1,2,3
! feature: ranks up to 15 with the corank
program high_rank
  implicit none
  integer :: a(2, 3, 2, 2, 3, 2, 2)[*]
  integer :: b(2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1)[1, 1, *]
  integer :: me, n, k, i
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  a = reshape([(1000 * me + i, i = 1, size(a))], shape(a))
  b = reshape([(100 * me + i, i = 1, size(b))], shape(b))
  sync all
  call check('rank 7 element', a(2, 3, 1, 2, 1, 1, 2)[k], 1000 * k + 2 + 2*2 + 0 + 12 + 0 + 0 + 144)
  call check('rank 7 section', sum(a(2, :, 1, 2, 1, 1, 2)[k]), 3 * (1000 * k + 158) + 6)
  call check('rank 12 element', b(2, 1, 1, 1, 2, 1, 1, 1, 1, 1, 2, 1)[1, 1, k], 100 * k + 1 + 1 + 4 + 32)
  call check('rank 12 section', sum(b(1, 1, :, 1, 1, 1, 1, 1, :, 1, 1, 1)[1, 1, k]), 4 * (100 * k + 1) + 2*2 + 2*16)
  sync all
  a(1, 1:3:2, 2, :, 3, 2, 1)[k] = -me
  sync all
  call check('rank 7 put', a(1, 3, 2, 1, 3, 2, 1), -(modulo(me - 2, n) + 1))
  call check('rank 7 put, untouched', a(1, 2, 2, 1, 3, 2, 1), 1000 * me + 1 + 2 + 6 + 0 + 48 + 72)
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
end program high_rank
