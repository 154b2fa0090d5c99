! Errors of running images, one a case: the first argument selects it. The message must name the line
! with the mark of the same name, and have the code behind it.
module placed_m
  use iso_fortran_env
  implicit none
  type node
    integer, allocatable :: p(:)
    integer, pointer :: q(:) => null()
    integer :: i = 0
  end type
  type holder
    integer, allocatable :: c(:)[:]
  end type
  type(event_type) :: e[*]
  type(event_type), allocatable :: ea(:)[:]
  type(lock_type) :: l[*]
  integer :: x(10)[*], s[*], y[2,*]
  integer(atomic_int_kind) :: at[*]
  integer, allocatable :: a(:)[:], b(:)[:], empty(:)[:], a2(:)[:,:]
  character(:), allocatable :: text[:]
  class(node), allocatable :: poly[:]
  type(node) :: d[*]
  type(team_type) :: t, undefined
  procedure(purely), pointer :: nothing => null()
  integer, allocatable :: gone(:), scalar
  integer :: me, n, k, status, right
  real :: r(4)
contains
  subroutine broadcasts(a, from)
    integer :: a
    integer, optional :: from
    call co_broadcast(a, from) ! @co_broadcast_absent R0406
  end subroutine
  subroutine sums(a)
    integer :: a
    call co_sum(a) ! @co_sum_dummy R0406
  end subroutine
  subroutine waits(ev)
    type(event_type) :: ev
    event wait (ev) ! @event_elsewhere R0209
  end subroutine
  recursive integer function deep(i) result(v) ! @stack R0106
    integer, intent(in) :: i
    integer :: big(10000)
    big(1 + mod(i, 100)) = i
    v = deep(i + 1) + big(1 + mod(i, 100))
  end function
  subroutine dummy(c) ! @dummy_cobounds R0310
    integer :: c(10)[2:n-10,*]
    s = c(1)[2,1]
  end subroutine
  subroutine absent(p)
    procedure(purely), optional :: p
    call p(k) ! @procedure_absent R0109
  end subroutine
  pure subroutine purely(j)
    integer, intent(inout) :: j
    j = image_status(j) ! @status_pure R0203
  end subroutine
  pure subroutine purely_failed(j)
    integer, intent(inout) :: j
    j = size(failed_images(undefined)) ! @failed_pure R0219
  end subroutine
end module
program placed
  use placed_m
  implicit none
  character(40) :: name
  me = this_image()
  n = num_images()
  right = mod(me, n) + 1
  x = me
  k = n + 1
  call get_command_argument(1, name)
  sync all
  select case (name)
  ! an image has stopped
  case ('stopped_sync_all')
    if (me == 2) stop
    sync all ! @stopped_sync_all R0201
  case ('stopped_sync_team')
    form team (1, t)
    if (me == 2) stop
    sync team (t) ! @stopped_sync_team R0201
  case ('stopped_form_team')
    if (me == 2) stop
    form team (1, t) ! @stopped_form_team R0201
  case ('stopped_change_team')
    form team (1, t)
    if (me == 2) stop
    change team (t) ! @stopped_change_team R0201
    end team
  case ('stopped_end_team')
    form team (1, t)
    change team (t)
      if (me == 2) stop
    end team ! @stopped_end_team R0201
  case ('stopped_allocate')
    if (me == 2) stop
    allocate (a(5)[*]) ! @stopped_allocate R0201
  case ('stopped_deallocate')
    allocate (a(5)[*])
    if (me == 2) stop
    deallocate (a) ! @stopped_deallocate R0201
  case ('stopped_move_alloc')
    allocate (a(5)[*])
    if (me == 2) stop
    call move_alloc(a, b) ! @stopped_move_alloc R0201
  case ('stopped_co_sum')
    if (me == 2) stop
    call co_sum(r) ! @stopped_co_sum R0201
  case ('stopped_co_reduce')
    if (me == 2) stop
    call co_reduce(s, plus) ! @stopped_co_reduce R0201
  case ('stopped_co_broadcast')
    if (me == 2) stop
    call co_broadcast(d, 1) ! @stopped_co_broadcast R0201
  ! an image has failed
  case ('failed_sync_all')
    if (me == 2) fail image
    sync all ! @failed_sync_all R0202
  case ('failed_sync_team')
    form team (1, t)
    if (me == 2) fail image
    sync team (t) ! @failed_sync_team R0202
  case ('failed_end_team')
    form team (1, t)
    change team (t)
      if (me == 2) fail image
    end team ! @failed_end_team R0202
  case ('failed_allocate')
    if (me == 2) fail image
    allocate (a(5)[*]) ! @failed_allocate R0202
  case ('failed_co_sum')
    if (me == 2) fail image
    call co_sum(r) ! @failed_co_sum R0202
  case ('failed_post')
    if (me == 2) fail image
    call until_failed()
    event post (e[2]) ! @failed_post R0202
    sync all
  case ('failed_lock')
    if (me == 2) fail image
    call until_failed()
    lock (l[2]) ! @failed_lock R0202
    sync all
  ! no such image
  case ('index_sync_images')
    sync images (k) ! @index_sync_images R0203
  case ('index_status')
    k = 77
    print *, image_status(k) ! @index_status R0203
  case ('index_status_array')
    print *, image_status([1, k]) ! @index_status_array R0203
  case ('index_status_team')
    t = get_team()
    print *, image_status(k, t) ! @index_status_team R0203
  case ('index_status_continued')
    print *, 1, & ! @index_status_continued R0203
      image_status(k)
  case ('status_pure')
    call purely(k)
  case ('index_team')
    t = get_team()
    s = x(1)[k, team=t] ! @index_team R0203
  case ('index_team_number')
    s = x(1)[k, team_number=-1] ! @index_team_number R0203
  case ('index_stat')
    s = x(1)[k, stat=status] ! @index_stat R0203
  case ('index_post')
    event post (e[k]) ! @index_post R0203
  case ('index_lock')
    lock (l[k]) ! @index_lock R0203
  case ('index_unlock')
    unlock (l[k]) ! @index_unlock R0203
  case ('index_atomic')
    call atomic_define(at[k], 1) ! @index_atomic R0203
  case ('index_atomic_ref')
    call atomic_ref(status, at[k]) ! @index_atomic_ref R0203
  case ('index_atomic_add')
    call atomic_fetch_add(at[k], 1, status) ! @index_atomic_add R0203
  case ('index_atomic_cas')
    call atomic_cas(at[k], status, 0, 1) ! @index_atomic_cas R0203
  case ('index_component')
    d[k]%p(1) = 1 ! @index_component R0203
  case ('index_component_get')
    s = d[k]%p(1) ! @index_component_get R0203
  case ('index_allocated')
    print *, allocated(d[k]%p) ! @index_allocated R0203
  ! sets of images, locks, events
  case ('named_twice')
    sync images ([1, 1]) ! @named_twice R0204
  case ('lock_twice')
    if (me == 1) lock (l[2])
    if (me == 1) lock (l[2]) ! @lock_twice R0205
    sync all
  case ('unlock_free')
    unlock (l[right]) ! @unlock_free R0206
  case ('unlock_other')
    if (me == 1) lock (l[2])
    sync all
    if (me == 2) unlock (l[2]) ! @unlock_other R0207
    sync all
  case ('post_far')
    k = 100000
    event post (e[k]) ! @post_far R0208
  case ('event_elsewhere')
    call waits(e[right])
  ! teams
  case ('undefined_images')
    print *, num_images(undefined) ! @undefined_images R0219
  case ('undefined_this_image')
    print *, this_image(undefined) ! @undefined_this_image R0219
  case ('undefined_this_image_of')
    print *, this_image(x, undefined) ! @undefined_this_image_of R0219
  case ('undefined_number')
    print *, team_number(undefined) ! @undefined_number R0219
  case ('undefined_index')
    print *, image_index(x, [1], undefined) ! @undefined_index R0219
  case ('undefined_status')
    print *, image_status(1, undefined) ! @undefined_status R0219
  case ('undefined_failed')
    print *, failed_images(undefined) ! @undefined_failed R0219
  case ('undefined_failed_assigned')
    gone = failed_images(undefined) ! @undefined_failed_assigned R0219
  case ('undefined_failed_kind')
    print *, failed_images(undefined, kind=8) ! @undefined_failed_kind R0219
  case ('undefined_stopped')
    print *, stopped_images(undefined) ! @undefined_stopped R0219
  case ('failed_pure')
    call purely_failed(k)
  case ('undefined_change')
    change team (undefined) ! @undefined_change R0219
    end team
  case ('undefined_sync')
    sync team (undefined) ! @undefined_sync R0219
  case ('undefined_selector')
    s = x(1)[1, team=undefined] ! @undefined_selector R0219
  case ('undefined_put')
    x(1)[1, team=undefined] = 1 ! @undefined_put R0219
  case ('sibling_images')
    print *, num_images(7) ! @sibling_images R0220
  case ('sibling_index')
    print *, image_index(x, [1], 7) ! @sibling_index R0220
  case ('sibling_selector')
    s = x(1)[1, team_number=7] ! @sibling_selector R0220
  case ('level')
    k = 5
    t = get_team(k) ! @level R0220
  case ('team_number')
    k = -3
    form team (k, t) ! @team_number R0210
  case ('new_index')
    form team (1, t, new_index=1) ! @new_index R0210
  case ('not_formed')
    form team (1 + mod(me, 2), t)
    change team (t)
      change team (t) ! @not_formed R0210
      end team
    end team
  case ('mismatch')
    if (me == 1) then
      sync all ! @mismatch R0216
    else
      allocate (a(5)[*])
    end if
  ! memory
  case ('unallocated')
    a(1)[right] = 1 ! @unallocated R0301
  case ('unallocated_get')
    s = a(1)[right] ! @unallocated_get R0301
  case ('unallocated_section')
    x(1:2) = a(1:2)[right] ! @unallocated_section R0301
  case ('unallocated_image')
    print *, this_image(empty) ! @unallocated_image R0301
  case ('unallocated_index')
    print *, image_index(empty, [1]) ! @unallocated_index R0301
  case ('unallocated_cobound')
    print *, lcobound(empty) ! @unallocated_cobound R0301
  case ('unallocated_coshape')
    print *, coshape(empty) ! @unallocated_coshape R0301
  case ('unallocated_event')
    event post (ea(1)[right]) ! @unallocated_event R0301
  case ('memory')
    allocate (a(2000000000000_8)[*]) ! @memory R0302
  case ('shape')
    allocate (a(5)[*])
    a = [a, 1] ! @shape R0303
  case ('length')
    allocate (character(5) :: text[*])
    text = 'longer text' ! @length R0303
  case ('allocated_twice')
    allocate (a(5)[*])
    allocate (a(5)[*]) ! @allocated_twice R0304
  case ('deallocated_twice')
    deallocate (a) ! @deallocated_twice R0304
  case ('sizes')
    allocate (a(me)[*]) ! @sizes R0305
  case ('not_shared')
    a = [1, 2]
    print *, a(1)[right] ! @not_shared R0306
  case ('component')
    d[right]%p(1) = 1 ! @component R0307
  case ('component_get')
    s = d[right]%p(1) ! @component_get R0307
  case ('component_pointer')
    s = d[right]%q(1) ! @component_pointer R0307
  case ('component_size')
    print *, size(d[right]%p) ! @component_size R0307
  case ('component_section')
    print *, d[right]%p(1:2) ! @component_section R0307
  case ('stack')
    print *, deep(1)
  case ('procedure_null')
    call nothing(k) ! @procedure_null R0109
  case ('procedure_absent')
    call absent()
  case ('cobounds')
    allocate (a2(5)[n:n-1,*]) ! @cobounds R0310
  case ('dummy_cobounds')
    call dummy(x)
  case ('poly_unallocated')
    k = poly[right]%i ! @poly_unallocated R0301
  ! collectives
  case ('co_sum_sizes')
    call co_sum(r(1:me)) ! @co_sum_sizes R0401
  case ('co_broadcast_image')
    call co_broadcast(r, k) ! @co_broadcast_image R0403
  case ('co_sum_image')
    call co_sum(r, result_image=k) ! @co_sum_image R0403
  case ('co_sum_unallocated')
    call co_sum(gone) ! @co_sum_unallocated R0406
  case ('co_broadcast_section')
    call co_broadcast(gone(1:k), 1) ! @co_broadcast_section R0406
  case ('co_min_pointer')
    call co_min(d%q) ! @co_min_pointer R0406
  case ('co_sum_dummy')
    call sums(scalar)
  case ('co_broadcast_absent')
    call broadcasts(s)
  case ('co_max_images')
    call co_max(r, result_image=me) ! @co_max_images R0401
  ! with -check
  case ('check_subscript')
    s = x(k + 10)[right] ! @check_subscript R0309
  case ('check_section')
    x(1:2) = x(9:k+6)[right] ! @check_section R0309
  case ('check_cosubscript')
    s = y[k-2,1] ! @check_cosubscript R0313
  case ('check_index')
    x(1)[k] = 1 ! @check_index R0203
  case ('check_shape')
    x(1:3) = x(1:k)[right] ! @check_shape R0404
  ! an image fails at the end of a scope: nothing asks for its status
  case ('scope')
    block
      integer, allocatable :: local(:)[:]
      allocate (local(3)[*])
      if (me == 2) fail image
    end block
  case default
    error stop 'no such case'
  end select
contains
  pure integer function plus(i, j)
    integer, intent(in) :: i, j
    plus = i + j
  end function
  subroutine until_failed()
    do while (image_status(2) == 0)
    end do
  end subroutine
end program
