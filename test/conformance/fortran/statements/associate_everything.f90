! conformance: images=1,2,3,5
! feature: associate names of sections of coarrays and of coarray components
! Associate names as arguments, in intrinsics, events and locks through associates, in pure procedures and select type, inside teams and loops.
module associate_everything_m
  use iso_fortran_env, only: event_type, lock_type, team_type, atomic_int_kind
  implicit none
  type hub
    type(event_type) :: ev(3)
    type(lock_type) :: lk
    integer(atomic_int_kind) :: n = 0
    real :: v(4) = 0
    integer, allocatable :: dyn(:)
  end type
  type holder
    type(hub), allocatable :: h[:]
    real, allocatable :: w(:,:)[:]
  end type
contains
  subroutine fillit(x, k, val)
    real, intent(inout) :: x(:)[*]
    integer, intent(in) :: k
    real, intent(in) :: val
    x(1)[k] = val
  end subroutine
  subroutine plain(x, val)
    real, intent(inout) :: x(:)
    real, intent(in) :: val
    x = val
  end subroutine
  elemental real function sq(x)
    real, intent(in) :: x
    sq = x*x
  end function
end module
program associate_everything
  use associate_everything_m
  implicit none
  type(hub), save :: g[*]
  type(holder) :: hd
  integer :: me, np, k, j, i, c, old
  logical :: got
  type(team_type) :: t
  real :: s
  me = this_image(); np = num_images(); k = mod(me,np)+1; j = merge(np,me-1,me==1)
  allocate (hd%h[*], hd%w(3,3)[*]); hd%w = me
  hd%h%dyn = [me, 2*me]
  sync all
  associate (ev => g%ev, e2 => hd%h%ev(2), lk => hd%h%lk, n => g%n, v => hd%h%v, w => hd%w(:,2), h => hd%h)
    event post (ev(1)[k])
    event wait (ev(1))
    event post (e2[k])
    event wait (e2)
    lock (lk[1]); n[1] = n[1] + 1; unlock (lk[1])
    lock (lk[1], acquired_lock=got); if (got) unlock (lk[1])
    sync all    ! what follows is not ordered by the lock
    call atomic_add(n[1], 10)
    call atomic_fetch_add(hd%h[1]%n, 1, old)
    sync all
    if (n[1] /= 11*np) error stop 'n'
    if (h[1]%n /= np) error stop 'h n'
    call fillit(v, k, real(me))
    call fillit(v(2:3), k, real(-me))
    call plain(w(2:3)[k], 50.0 + me)
    sync all
    if (v(1) /= j .or. v(2) /= -j) error stop 'v'
    if (any(hd%w(2:3,2) /= 50 + j) .or. hd%w(1,2) /= me) error stop 'w'
    if (any(h[k]%dyn /= [k, 2*k])) error stop 'dyn'
    if (h[k]%dyn(2) /= 2*k .or. size(h[k]%dyn) /= 2) error stop 'dyn2'
    s = sum(sq(w(:)[k]))
    if (abs(s - (k**2 + 2*(50+merge(np,k-1,k==1))**2)) > 1) error stop 's'
    write (*, '(a)', advance='no') merge('', '', w(1)[k] > 0)
    sync all
    form team (1 + mod(me,2), t)
    change team (t)
      do i = 1, num_images()
        associate (x => w(1:1))
          if (nint(x(1)[i]) /= 2 - mod(me,2) + 2*(i-1)) error stop 'team x'
        end associate
        if (nint(w(1)[i]) /= 2 - mod(me,2) + 2*(i-1)) error stop 'team w'
      end do
      call co_sum(v)
    end team
    if (nint(w(1)[k]) /= k) error stop 'back'
    sync all
    do concurrent (i = 1:3)
      w(i)[me] = i
    end do
    if (any(w /= [1,2,3])) error stop 'dc'
    sync all
    call move(h)
    select case (nint(w(2)[k]))
    case (2)
    case default; error stop 'case'
    end select
    c = merge(int(w(3)[k]), 0, w(1)[k] == 1)
    if (c /= 3) error stop 'merge'
  end associate
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine move(x)
    type(hub), intent(inout) :: x[*]
    x%v(4) = x[k]%v(4)
  end subroutine
end program
