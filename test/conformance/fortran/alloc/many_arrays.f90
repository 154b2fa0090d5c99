! conformance: images=1,2,3,5
! feature: allocate with bounds and cobounds
! Allocations of very different sizes, freed in another order, must not overlap.
program many_arrays
  implicit none
  integer, allocatable :: a(:)[:], b(:)[:], c(:)[:], d(:)[:]
  integer :: me, n, k, pass
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  do pass = 1, 10
    allocate (a(3 * pass)[*]); a = 1000 * me + 1
    allocate (b(10000 + pass)[*], c(1)[*]); b = 1000 * me + 2; c = 1000 * me + 3
    deallocate (a)
    allocate (a(5 * pass + 7)[*], d(100000)[*]); a = 1000 * me + 4; d = 1000 * me + 5
    sync all
    call all_equal('a', a(:)[k], 1000 * k + 4)
    call all_equal('b', b(:)[k], 1000 * k + 2)
    call all_equal('c', c(:)[k], 1000 * k + 3)
    call all_equal('d', d(:)[k], 1000 * k + 5)
    if (mod(pass, 2) == 0) then
      deallocate (b, d, a, c)
    else
      deallocate (c); deallocate (a); deallocate (b); deallocate (d)
    end if
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine all_equal(what, x, v)
    character(*), intent(in) :: what
    integer, intent(in) :: x(:), v
    if (any(x /= v)) then
      print *, 'FAIL: ', what, ', expected ', v, ', got ', pack(x, x /= v), ', image ', this_image()
      error stop 1
    end if
  end subroutine all_equal
end program many_arrays
