! conformance: images=1,2,3,5,8
! feature: coindexed subscripts and cosubscripts
! Pointer chasing across images: subscripts and cosubscripts that are coindexed themselves.
program nested_selectors
  implicit none
  integer :: next[*], slot[*], a(8)[*], list(3)[*]
  integer :: me, n, k, i, image, t(3)
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  next = k
  slot = mod(me, 8) + 1
  a = [(100 * me + i, i = 1, 8)]
  list = [2, 4, 8]
  sync all
  call check('a(b[k])', a(slot[k]), 100 * me + mod(k, 8) + 1)
  call check('a(1)[next[k]]', a(1)[next[k]], 100 * (mod(k, n) + 1) + 1)
  call check('a(slot[k])[next[k]]', a(slot[k])[next[k]], 100 * (mod(k, n) + 1) + mod(k, 8) + 1)
  call check('four deep', next[next[next[next]]], mod(me + 3, n) + 1)
  t = a(list(:)[k])[next[next]]
  call check('coindexed vector subscript', t(3), 100 * (mod(me + 1, n) + 1) + 8)
  call check('coindexed section bounds', sum(a(list(1)[k]:list(3)[k]:list(1)[next])[k]), 400 * k + 20)
  image = me
  do i = 1, n
    image = next[image]
  end do
  call check('once round', image, me)
  sync all
  a(slot[k])[next[k]] = -me                       ! definition by coindexed selectors
  sync all
  i = modulo(me - 3, n) + 1                        ! who wrote here
  call check('put', a(mod(modulo(me - 2, n) + 1, 8) + 1), -i)
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
end program nested_selectors
