! CAF 2.0 as generated Fortran sees it: its types, and one procedure for each statement (capi/caf2*.c). Arguments have the names that the
! statements give them; events, locks and sets of them come by their addresses, since they may be another image's.
!
! What is said of TARGET in coral_rt holds here.
module coral_caf2
  use, intrinsic :: iso_c_binding, only: c_char, c_int
  use coral_rt, only: coral_ik, coral_team_type, coral_lock, coral_unlock
  implicit none
  private

  ! layout.Event, layout.Lock; the address of a set.
  type, public :: coral_caf_event
     private
     integer(coral_ik) :: posts = 0, taken = 0
  end type coral_caf_event
  type, public :: coral_caf_lock
     private
     integer(coral_ik) :: word = 0, reserved = 0
  end type coral_caf_lock
  type, public :: coral_caf_eventset
     private
     integer(coral_ik) :: handle = 0
  end type coral_caf_eventset
  type, public :: coral_caf_lockset
     private
     integer(coral_ik) :: handle = 0
  end type coral_caf_lockset

  public :: coral_caf_with_team, coral_caf_team_barrier, coral_caf_team_split, coral_caf_event_notify
  public :: coral_caf_event_wait, coral_caf_event_trywait, coral_caf_event_getid, coral_caf_eventset_init
  public :: coral_caf_eventset_add, coral_caf_eventset_remove, coral_caf_eventset_destroy
  public :: coral_caf_eventset_waitany, coral_caf_eventset_waitany_fair, coral_caf_eventset_waitall
  public :: coral_caf_eventset_notifyall, coral_caf_lockset_init, coral_caf_lockset_add
  public :: coral_caf_lockset_remove, coral_caf_lockset_acquire, coral_caf_lockset_release
  public :: coral_caf_lockset_destroy, coral_caf_end_with_team, coral_caf_lock_acquire, coral_caf_lock_release
  public :: coral_caf_event_init, coral_caf_eventset_addarray, coral_caf_lock_init
  public :: coral_caf_copied, coral_caf_team_of, coral_caf_team_broadcast, coral_caf_team_reduce, coral_caf_team_allreduce
  public :: coral_caf_team_gather, coral_caf_team_allgather, coral_caf_team_scatter, coral_caf_team_alltoall

  interface
     subroutine coral_caf_with_team(team, line, file)
       import :: coral_team_type
       type(coral_team_type), intent(in) :: team
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_with_team
     subroutine coral_caf_team_barrier(team, line, file)
       import :: coral_team_type
       type(coral_team_type), intent(in), optional :: team
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_team_barrier
     subroutine coral_caf_team_split(parent, color, key, new, newrank, ierr, line, file)
       import :: coral_ik, coral_team_type
       type(coral_team_type), intent(in) :: parent
       integer(coral_ik), intent(in) :: color
       integer(coral_ik), intent(in) :: key
       type(coral_team_type), intent(inout) :: new
       integer(coral_ik), intent(inout), optional, target :: newrank
       integer(coral_ik), intent(inout), optional, target :: ierr
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_team_split
     subroutine coral_caf_event_notify(e, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: e
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_event_notify
     ! A copy is over: its ev_after.
     subroutine coral_caf_copied(e, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: e
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_copied
     subroutine coral_caf_event_wait(e, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: e
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_event_wait
     subroutine coral_caf_event_trywait(e, ok, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: e
       integer(coral_ik), intent(inout), target :: ok
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_event_trywait
     subroutine coral_caf_event_getid(e, id, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: e
       integer(coral_ik), intent(inout), target :: id
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_event_getid
     subroutine coral_caf_eventset_init(es, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: es
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_eventset_init
     subroutine coral_caf_eventset_add(es, e, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: es
       integer(coral_ik), intent(in), target :: e
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_eventset_add
     subroutine coral_caf_eventset_remove(es, e, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: es
       integer(coral_ik), intent(in), target :: e
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_eventset_remove
     subroutine coral_caf_eventset_destroy(es, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: es
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_eventset_destroy
     subroutine coral_caf_eventset_waitany(es, id, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: es
       integer(coral_ik), intent(inout), target :: id
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_eventset_waitany
     subroutine coral_caf_eventset_waitany_fair(es, id, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: es
       integer(coral_ik), intent(inout), target :: id
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_eventset_waitany_fair
     subroutine coral_caf_eventset_waitall(es, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: es
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_eventset_waitall
     subroutine coral_caf_eventset_notifyall(es, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: es
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_eventset_notifyall
     subroutine coral_caf_lockset_init(ls, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: ls
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_lockset_init
     subroutine coral_caf_lockset_add(ls, l, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: ls
       integer(coral_ik), intent(in), target :: l
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_lockset_add
     subroutine coral_caf_lockset_remove(ls, l, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: ls
       integer(coral_ik), intent(in), target :: l
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_lockset_remove
     subroutine coral_caf_lockset_acquire(ls, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: ls
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_lockset_acquire
     subroutine coral_caf_lockset_release(ls, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: ls
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_lockset_release
     subroutine coral_caf_lockset_destroy(ls, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: ls
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_lockset_destroy
     subroutine coral_caf_end_with_team()
     end subroutine coral_caf_end_with_team
     subroutine coral_caf_team_broadcast(var, root, team, line, file) bind(c)
       import :: coral_ik, c_int, c_char
       type(*), dimension(..), intent(inout), target :: var
       integer(c_int), intent(in) :: root
       integer(coral_ik), intent(in), optional :: team
       integer(c_int), intent(in) :: line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_caf_team_broadcast
     subroutine coral_caf_team_reduce(src, dest, root, op, team, line, file) bind(c)
       import :: coral_ik, c_int, c_char
       type(*), dimension(..), intent(in), target :: src
       type(*), dimension(..), intent(inout), target :: dest
       integer(c_int), intent(in) :: root
       integer(c_int), intent(in) :: op
       integer(coral_ik), intent(in), optional :: team
       integer(c_int), intent(in) :: line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_caf_team_reduce
     subroutine coral_caf_team_allreduce(src, dest, op, team, line, file) bind(c)
       import :: coral_ik, c_int, c_char
       type(*), dimension(..), intent(in), target :: src
       type(*), dimension(..), intent(inout), target :: dest
       integer(c_int), intent(in) :: op
       integer(coral_ik), intent(in), optional :: team
       integer(c_int), intent(in) :: line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_caf_team_allreduce
     subroutine coral_caf_team_gather(src, dest, root, team, line, file) bind(c)
       import :: coral_ik, c_int, c_char
       type(*), dimension(..), intent(in), target :: src
       type(*), dimension(..), intent(inout), target :: dest
       integer(c_int), intent(in) :: root
       integer(coral_ik), intent(in), optional :: team
       integer(c_int), intent(in) :: line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_caf_team_gather
     subroutine coral_caf_team_allgather(src, dest, team, line, file) bind(c)
       import :: coral_ik, c_int, c_char
       type(*), dimension(..), intent(in), target :: src
       type(*), dimension(..), intent(inout), target :: dest
       integer(coral_ik), intent(in), optional :: team
       integer(c_int), intent(in) :: line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_caf_team_allgather
     subroutine coral_caf_team_scatter(src, dest, root, team, line, file) bind(c)
       import :: coral_ik, c_int, c_char
       type(*), dimension(..), intent(in), target :: src
       type(*), dimension(..), intent(inout), target :: dest
       integer(c_int), intent(in) :: root
       integer(coral_ik), intent(in), optional :: team
       integer(c_int), intent(in) :: line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_caf_team_scatter
     subroutine coral_caf_team_alltoall(src, dest, team, line, file) bind(c)
       import :: coral_ik, c_int, c_char
       type(*), dimension(..), intent(in), target :: src
       type(*), dimension(..), intent(inout), target :: dest
       integer(coral_ik), intent(in), optional :: team
       integer(c_int), intent(in) :: line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_caf_team_alltoall
  end interface

contains

  ! The runtime's record of a team, which procedures with BIND(C) take in place of the type.
  pure integer(coral_ik) function coral_caf_team_of(team) result(address)
    type(coral_team_type), intent(in) :: team
    integer(coral_ik) :: both(2)
    both = transfer(team, both)
    address = both(2)
  end function coral_caf_team_of

  impure elemental subroutine coral_caf_event_init(e, count, line, file)
    type(coral_caf_event), intent(inout), target :: e
    integer(coral_ik), intent(in), optional :: count
    integer, intent(in) :: line
    character(*), intent(in) :: file
    e = coral_caf_event()
    if (present(count)) e%posts = count
  end subroutine coral_caf_event_init

  impure elemental subroutine coral_caf_eventset_addarray(es, e, line, file)
    integer(coral_ik), intent(in) :: es
    type(coral_caf_event), intent(inout), target :: e
    integer, intent(in) :: line
    character(*), intent(in) :: file
    call coral_caf_eventset_add(es, loc(e), line, file)
  end subroutine coral_caf_eventset_addarray

  impure elemental subroutine coral_caf_lock_init(l, line, file)
    type(coral_caf_lock), intent(inout), target :: l
    integer, intent(in) :: line
    character(*), intent(in) :: file
    l = coral_caf_lock()
  end subroutine coral_caf_lock_init

  subroutine coral_caf_lock_acquire(l, line, file)
    integer(coral_ik), intent(in), target :: l
    integer, intent(in) :: line
    character(*), intent(in), target :: file
    call coral_lock(l, line, file)
  end subroutine coral_caf_lock_acquire

  subroutine coral_caf_lock_release(l, line, file)
    integer(coral_ik), intent(in), target :: l
    integer, intent(in) :: line
    character(*), intent(in), target :: file
    call coral_unlock(l, line, file)
  end subroutine coral_caf_lock_release
end module coral_caf2
