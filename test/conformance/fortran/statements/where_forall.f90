! conformance: images=1,2,3,5
! feature: coindexed in where and forall
program where_forall
  implicit none
  integer, parameter :: m = 8
  integer :: a(m)[*], b(m)[*], c(m), d(m, m)
  logical :: mask(m)[*]
  integer :: me, n, k, left, i, j
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  a = [(i * me, i = 1, m)]; b = -1; mask = [(mod(i, 3) == 0, i = 1, m)]
  sync all
  c = 0
  where (a(:)[k] > 4 * k) c = a(:)[k]
  call check('where', sum(c), 26 * k)
  where (mask(:)[k])
    c = 1
  elsewhere (c == 0)
    c = a(:)[k] * 10
  elsewhere
    c = c + b(:)[k]
  end where
  call check('elsewhere, masked', c(3), 1)
  call check('elsewhere, second', c(4), 40 * k)
  call check('elsewhere, third', c(5), 5 * k - 1)
  sync all
  where (mask) b(:)[k] = a
  sync all
  call check('coindexed object defined in where', b(6), 6 * left)
  call check('masked off', b(5), -1)
  forall (i = 1:m, j = 1:m, i /= j) d(i, j) = a(i)[k] - a(j)[k]
  call check('forall', d(7, 2), 5 * k)
  forall (i = 1:m:2)
    c(i) = a(m + 1 - i)[k]
    c(i + 1) = b(i)[k]
  end forall
  call check('forall construct', c(3), 6 * k)
  call check('forall construct', c(6), -1)
  sync all
  forall (i = 1:m/2) a(i)[k] = 100 * me + i
  sync all
  call check('coindexed object defined in forall', a(4), 100 * left + 4)
  call check('the rest', a(5), 5 * me)
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
end program where_forall
