! conformance: images=1,2,3,5
! feature: coindexed in if, select case
program if_select
  implicit none
  integer :: code[*], step(3)[*]
  logical :: ready[*]
  character(5) :: state[*]
  integer :: me, n, k, hits
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  code = 10 * me; step = [me, me + 1, me + 2]; ready = mod(me, 2) == 1
  state = merge('odd  ', 'even ', ready)
  sync all
  hits = 0
  if (code[k] == 10 * k) hits = hits + 1
  if (code[k] /= 10 * k) then
    hits = -100
  else if (step(2)[k] == k + 1) then
    hits = hits + 1
  else
    hits = -200
  end if
  if (ready[k]) then; hits = hits + 1; else; hits = hits + 1; end if
  if (.not. (ready[k] .eqv. mod(k, 2) == 1)) hits = -300
  if (any(step(:)[k] == k + 2) .and. maxval(step(1:2)[k]) == k + 1) hits = hits + 1
  select case (code[k])
  case (:9)
    hits = -400
  case (10, 20, 30)
    if (k <= 3) hits = hits + 1
  case default
    if (k > 3) hits = hits + 1
  end select
  select case (state[k])
  case ('odd')
    if (ready[k]) hits = hits + 1
  case ('even')
    if (.not. ready[k]) hits = hits + 1
  end select
  pick: select case (step(3)[k] - step(1)[k])
  case (2) pick
    hits = hits + 1
  end select pick
  call check('branches taken', hits, 7)
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
end program if_select
