! conformance: images=1,2,3,5,8
! feature: atomic_and, atomic_or, atomic_xor
program bitwise
  use iso_fortran_env
  implicit none
  integer, parameter :: k = atomic_int_kind
  integer(k) :: a[*], o(3)[*], x[*], v
  integer :: me, n, st
  me = this_image(); n = num_images()
  a = -1_k; o = 0; x = 0
  sync all
  call atomic_and(a[1], not(ibset(0_k, me)))
  call atomic_or(o(2)[n], ibset(0_k, me), stat=st)
  if (st /= 0) error stop 'FAIL: stat'
  call atomic_xor(x[1], int(me, k))
  call atomic_xor(x[1], 64_k)
  sync all
  call atomic_ref(v, a[1])
  call check('and', int(v), not(2**(n + 1) - 2))
  call atomic_ref(value=v, atom=o(2)[n])
  call check('or', int(v), 2**(n + 1) - 2)
  call check('or, neighbours', int(o(1)[n] + o(3)[n]), 0)
  call atomic_ref(v, x[1])
  call check('xor', int(v), ieor(xor_all(n), merge(64, 0, mod(n, 2) == 1)))
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  integer function xor_all(m)
    integer, intent(in) :: m
    integer :: i
    xor_all = 0
    do i = 1, m
      xor_all = ieor(xor_all, i)
    end do
  end function xor_all
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program bitwise
