! conformance: images=1,2,3,5,8
! feature: vector subscripts
program vector_subscripts
  implicit none
  integer, parameter :: m = 10
  integer :: a(m)[*], c(4, 3)[*], b(4), idx(4) = [7, 2, 2, 10], perm(m), i, me, n, k, left
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  a = [(100 * me + i, i = 1, m)]
  c = reshape([(100 * me + i, i = 1, 12)], [4, 3])
  sync all
  b = a(idx)[k]
  call check('gather', b(1), 100 * k + 7)
  call check('gather, repeated', b(3), 100 * k + 2)
  call check('gather, last', b(4), 100 * k + 10)
  b(1:3) = a([1, 10, 5])[k] + a(idx(2:4))[k]
  call check('gather in an expression', b(2), 200 * k + 12)
  b(1:2) = c([4, 1], 3)[k]
  call check('gather in a column', b(1), 100 * k + 12)
  b(1:3) = c(2, [3, 1, 2])[k]
  call check('gather in a row', b(2), 100 * k + 2)
  call check('gather a block', sum(c([1, 4], [3, 1])[k]), 4*100*k + 9 + 12 + 1 + 4)
  sync all
  perm = [(mod(3 * i, m) + 1, i = 1, m)]           ! a permutation
  a(perm)[k] = [(-100 * me - i, i = 1, m)]
  c([3, 1], 2)[k] = [31, 11] * me
  sync all
  do i = 1, m
    call check('scatter', a(perm(i)), -100 * left - i)
  end do
  call check('scatter in a column', c(3, 2), 31 * left)
  call check('scatter in a column', c(1, 2), 11 * left)
  call check('untouched', c(2, 2), 100 * me + 6)
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
end program vector_subscripts
