! conformance: images=1,2,3,5
! feature: coarray dummy, assumed size
program assumed_size
  implicit none
  integer :: a(12)[*], b(3, 4)[*], me, n, k, left, i
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  a = [(10 * me + i, i = 1, 12)]
  b = reshape(a, [3, 4])
  sync all
  call work(a, 12, k)
  call work(b, 12, k)
  call work(a(5), 8, k)
  call matrix(b, 3, k)
  sync all
  call check('a(12)', a(12), -left)
  call check('a(5)', a(5), left)
  call check('a(4)', a(4), 10 * me + 4)
  call check('b(3,3)', b(3, 3), 77 * left)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine work(x, m, k)
    integer, intent(in) :: m, k
    integer :: x(*)[*], got(m)
    got = x(1:m)[k]
    call check('section of assumed size', got(m), x(m) + 10 * (k - this_image()))
    sync all
    x(m)[k] = -this_image()
    x(1)[k] = this_image()
    sync all
    x(m) = 10 * this_image() + 12                   ! restore, for the next call
    if (m == 8) x(m) = -left
    sync all
  end subroutine work
  subroutine matrix(y, ld, k)
    integer, intent(in) :: ld, k
    integer :: y(ld, *)[*]
    y(2:3, 3)[k] = 77 * this_image()
    sync all
  end subroutine matrix
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program assumed_size
