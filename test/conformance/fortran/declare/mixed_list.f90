! conformance: images=1,2,3,5
! feature: coarrays and plain variables in one declaration
program mixed_list
  implicit none
  integer, parameter :: n = 4, m = 2*n + 1
  real :: a, b(n), c(n)[*], d(m), e[*], f(n, m)[*] = 2.0, g = 3.0
  integer, dimension(n) :: i, j[*], k(m)[*], l(2)
  integer :: me, np, r
  me = this_image(); np = num_images(); r = mod(me, np) + 1
  a = 1; b = 2; c = me; d = 4; e = 5 * me; i = 6; j = 7 * me; k = 8 * me; l = 9
  sync all
  call check('size of k', size(k), m)
  call check('size of j', size(j), n)
  call check('size of l', size(l), 2)
  call check('c', nint(c(n)[r]), r)
  call check('e', nint(e[r]), 5 * r)
  call check('f', nint(f(n, m)[r]), 2)
  call check('j', j(n)[r], 7 * r)
  call check('k', k(m)[r], 8 * r)
  call check('plain', nint(a + b(n) + d(m) + g) + i(n) + l(2), 25)
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
end program mixed_list
