! conformance: images=1,2,3,5
! feature: default integers of 8 bytes
! build-args: -fdefault-integer-8
! With -fdefault-integer-8 all that the language gives as default integer or logical has 8 bytes.
module counts
  use, intrinsic :: iso_fortran_env
  implicit none
  integer, parameter :: big = 2_8**40
  type item
    integer :: n = 0
    integer, allocatable :: list(:)
    character(:), allocatable :: name
  end type
  type(item), save :: it[*]
  type(event_type), save :: ev[*]
  type(lock_type), save :: lk[*]
  integer(atomic_int_kind), save :: at[*] = 0
  interface which
    procedure which_default, which_4
  end interface
contains
  integer function which_default(i)
    integer, intent(in) :: i
    which_default = 8 + 0*i
  end function
  integer function which_4(i)
    integer(4), intent(in) :: i
    which_4 = 4 + 0*i
  end function
  subroutine total(x, status)
    integer, intent(inout) :: x
    integer, intent(out), optional :: status
    call co_sum(x, stat=status)
  end subroutine
  subroutine same(what, x, y)
    character(*), intent(in) :: what
    integer, intent(in) :: x, y
    if (x /= y) then
      print *, 'FAIL: ', what, x, y
      error stop x
    end if
  end subroutine
  subroutine gather(x, out)
    integer, intent(in) :: x(:)[2,*]
    integer, intent(out) :: out
    integer :: s(2)
    s = this_image(x)
    call same('image_index', image_index(x, s), this_image())
    call same('cosubscript', this_image(x, 2), s(2))
    call same('ucobound', ucobound(x, 1), 2)
    out = x(2)[s(1), s(2)]
  end subroutine
end module
program default_integer_8
  use counts
  implicit none
  integer :: x(3)[*], me, np, nx, st, k, old
  integer, allocatable :: a(:)[:], none(:)
  logical :: got, l
  character(40) :: msg
  type(team_type) :: t
  me = this_image(); np = num_images(); nx = mod(me, np) + 1
  call same('kinds', kind(me), 8)
  call same('this_image', which(this_image()), 8)
  call same('num_images', which(num_images()), 8)
  call same('in an expression', which(2*this_image() - 1), 8)
  x = [this_image(), big + me, merge(me, num_images(), me < np)]
  sync all (stat=st, errmsg=msg)
  call same('sync all', st, 0)
  call same('fetched', x(2)[nx], big + nx)
  call same('section', sum(x(1:2)[nx]), big + 2*nx)
  sync all
  x(2)[nx] = -big
  sync images (*, stat=st)
  call same('put', x(2), -big)
  allocate (a(0:3)[*], stat=st, errmsg=msg)
  call same('allocate', st, 0)
  allocate (a(0:3)[*], stat=st, errmsg=msg)
  if (st == 0) error stop 'FAIL allocated twice'
  a = me
  sync all
  call gather(x, k)
  call same('dummy', k, -big)
  k = a(2)[nx, stat=st]
  call same('selector', st, 0)
  deallocate (a, stat=st)
  call same('deallocate', st, 0)
  k = big*me
  call total(k, st)
  call same('co_sum', k, big*(np*(np + 1)/2))
  call total(k)
  k = me
  call co_max(k, result_image=np)
  if (me == np) call same('co_max', k, np)
  it%n = me
  it%list = [me, big]
  it%name = 'image'
  sync all
  call same('component', it[nx]%list(2), big)
  call same('size', size(it[nx]%list), 2)
  sync all
  call co_broadcast(it, np, stat=st, errmsg=msg)
  call same('co_broadcast', it%n + it%list(1) + st, 2*np)
  call co_reduce(k, larger)
  event post (ev[nx], stat=st)
  event wait (ev, until_count=1, stat=st)
  call event_query(ev, k, stat=st)
  call same('event_query', k, 0)
  lock (lk[1], acquired_lock=got, stat=st)
  if (got) then
    unlock (lk[1])
  else
    call same('lock', st, 0)
  end if
  lock (lk)
  lock (lk, stat=st)
  call same('locked', st, stat_locked)
  unlock (lk)
  call atomic_add(at[1], me, st)
  call atomic_fetch_add(at[np], 0, old, stat=st)
  sync all
  if (me == 1) then
    call atomic_ref(k, at)
    call same('atomic', k, np*(np + 1)/2)
  end if
  form team (mod(me, 2) + 1, t, new_index=(me + 1)/2, stat=st)
  change team (t, stat=st)
    call same('team_number', team_number(), mod(me, 2) + 1)
    call same('in the team', which(this_image()), 8)
    call same('get_team', team_number(get_team(initial_team)), -1)
    call same('num_images', num_images(team_number=team_number()), num_images())
    k = x(1)[1, team_number=mod(me, 2) + 1]
    call same('sibling', k, 2 - mod(me, 2))
  end team (stat=st)
  critical (stat=st)
    l = image_status(me) == 0
  end critical
  if (.not. l) error stop 'FAIL status'
  none = failed_images()
  call same('failed_images', size(none) + size(stopped_images()), 0)
  do concurrent (k = 1:3)
    x(k) = x(k)*0 + k + this_image()
  end do
  sync all
  call same('do concurrent', x(3)[nx], nx + 3)
  sync all
  if (me == 1) print '(a)', 'PASS'
  stop 0, quiet=.true.
contains
  pure function larger(a, b) result(c)
    integer, intent(in) :: a, b
    integer :: c
    c = max(a, b)
  end function
end program
