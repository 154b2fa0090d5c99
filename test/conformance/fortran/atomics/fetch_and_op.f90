! conformance: images=1,2,3,5,8
! feature: atomic_fetch_*
! Tickets drawn with atomic_fetch_add are all different and leave no gap.
program fetch_and_op
  use iso_fortran_env
  implicit none
  integer, parameter :: k = atomic_int_kind, draws = 10
  integer(k) :: next[*], mask[*], clear[*], flip[*], ticket, old
  integer :: taken(1000)[*], me, n, i
  me = this_image(); n = num_images()
  next = 0; mask = 0; clear = -1; flip = 0; taken = 0
  sync all
  do i = 1, draws
    call atomic_fetch_add(next[1], 1_k, ticket)
    taken(ticket + 1)[1] = taken(ticket + 1)[1] + me
  end do
  call atomic_fetch_or(mask[n], ibset(0_k, me), old)
  if (btest(old, me)) error stop 'FAIL: bit was set before'
  call atomic_fetch_and(clear[n], not(ibset(0_k, me)), old=old)
  if (.not. btest(old, me)) error stop 'FAIL: bit was clear before'
  call atomic_fetch_xor(flip[me], 5_k, old)
  call check('xor, before', int(old), 0)
  call atomic_fetch_xor(atom=flip, value=6_k, old=old)
  call check('xor, between', int(old), 5)
  sync all
  if (me == 1) then
    call check('tickets', int(next), draws * n)
    if (any(taken(1:draws*n) < 1) .or. any(taken(draws*n+1:) /= 0)) error stop 'FAIL: a ticket was drawn twice or never'
    call check('owners', sum(taken), draws * n * (n + 1) / 2)
  end if
  call check('or', int(mask[n]), 2**(n + 1) - 2)
  call check('and', int(clear[n]), not(2**(n + 1) - 2))
  call check('xor', int(flip), 3)
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
end program fetch_and_op
