! conformance: images=1,2,3,5
! feature: coindexed in do loops
program do_loops
  implicit none
  integer :: first[*], last[*], stride[*], limit(2)[*]
  integer :: i, me, n, k, total, rounds
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  first = me; last = me + 10; stride = 2; limit = [3, me]
  sync all
  total = 0
  do i = first[k], last[k], stride[k]
    total = total + i
  end do
  call check('bounds and step', total, 6 * k + 30)
  rounds = 0
  do while (rounds < limit(1)[k])
    rounds = rounds + 1
  end do
  call check('do while', rounds, 3)
  rounds = 0
  outer: do
    do i = 1, 100
      rounds = rounds + 1
      if (i >= limit(1)[k]) cycle outer
      if (rounds > limit(1)[k] + limit(2)[k]) exit outer
    end do
  end do outer
  call check('named loop', rounds, k + 4 + merge(1, 0, mod(k + 4, 3) == 0))
  do 10 i = limit(1)[k], 1, -1
    total = total + first[k]
10 continue
  call check('labelled loop', total, 9 * k + 30)
  do 20 i = 1, 2
    do 20 rounds = 1, last[k] - first[k]
      total = total - 1
20 continue
  call check('loops that share a terminal statement', total, 9 * k + 10)
  do 30, i = 1, 4
    if (i == limit(1)[k]) goto 40
30 total = total + first[k]                 ! a labelled terminal statement with a coindexed object
40 call check('terminal assignment', total, 11 * k + 10)
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
end program do_loops
