! conformance: images=5
! feature: an image that fails inside a team
program fail_in_team
  use iso_fortran_env
  implicit none
  type(team_type) :: t, u
  integer :: st, me, n, x[*], total
  integer, allocatable :: h(:)[:], f(:)
  me = this_image(); n = num_images(); x = me
  sync all
  form team (1 + merge(1, 0, me > 3), t)
  change team (t)
    allocate (h(2)[*])
    h = this_image()
    form team (1, u, new_index=num_images() - this_image() + 1)
    change team (u, stat=st)
      if (me == 2) fail image
      sync all (stat=st)
      if (me <= 3 .and. st /= stat_failed_image) error stop 'sync all'
      if (me > 3 .and. st /= 0) error stop 'sync all elsewhere'
      f = failed_images()
      if (me <= 3) then
        if (size(f) /= 1) error stop 'how many failed'
        if (f(1) /= 2) error stop 'who failed'
        if (image_status(2) /= stat_failed_image) error stop 'status'
        st = 0
        total = x[2, stat=st]
        if (st /= stat_failed_image) error stop 'stat= of a selector'
        if (x[1] /= 3 .or. x[3] /= 1) error stop 'others'
      else if (size(f) /= 0) then
        error stop 'nobody here'
      end if
      total = me
      call co_sum(total, stat=st)
      if (me > 3 .and. (st /= 0 .or. total /= 9)) error stop 'co_sum elsewhere'
      if (me <= 3 .and. st /= stat_failed_image) error stop 'co_sum'
    end team (stat=st)
    if (me <= 3 .and. st /= stat_failed_image) error stop 'end team'
    sync all (stat=st)
    if (num_images() /= merge(3, 2, me <= 3)) error stop 'size'
    if (h(1) /= this_image()) error stop 'heap'
  end team (stat=st)
  if (allocated(h)) error stop 'allocated'
  sync all (stat=st)
  if (st /= stat_failed_image) error stop 'last sync'
  form team (1, u, stat=st)
  if (st /= stat_failed_image) error stop 'form team'
  change team (u, stat=st)
    if (num_images() /= 4) error stop 'without the failed one'
    sync all (stat=st)
    if (st /= 0) error stop 'sync without the failed one'
    total = 1
    call co_sum(total)
    if (total /= 4) error stop 'sum without the failed one'
  end team (stat=st)
  if (me == 1) print '(a)', 'PASS'
end program fail_in_team
