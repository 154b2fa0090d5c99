! CAF 2.0 as generated Fortran sees it: its types, and one procedure for each statement
! (capi/caf2/*.c). Arguments have the names that the statements give them; events, locks and sets of
! them come by their addresses, since they may be another image's.
!
! What is said of TARGET in coral_rt holds here.
module coral_caf2
  use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_f_pointer, c_f_procpointer, &
                                         c_funloc, c_funptr, c_int, c_int64_t, c_int8_t, c_ptr
  use coral_rt_any, only: coral_any
  use coral_rt, only: coral_ik, coral_lock, coral_take_type, coral_team_type, coral_type_of, &
       coral_unlock
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

  ! Copointers by rank (capi/caf2/copointer.h): image and who has assigned it when, size of an
  ! element, place in the image's slot; of each dimension lower bound, extent and step in bytes.
  ! Generated code answers questions of bounds from them.
  type, public :: coral_caf_copointer0
     integer(coral_ik) :: place = 0, size = 0, offset = 0
  end type coral_caf_copointer0
  type, public :: coral_caf_copointer1
     integer(coral_ik) :: place = 0, size = 0, offset = 0, dim(3, 1) = 0
  end type coral_caf_copointer1
  type, public :: coral_caf_copointer2
     integer(coral_ik) :: place = 0, size = 0, offset = 0, dim(3, 2) = 0
  end type coral_caf_copointer2
  type, public :: coral_caf_copointer3
     integer(coral_ik) :: place = 0, size = 0, offset = 0, dim(3, 3) = 0
  end type coral_caf_copointer3
  type, public :: coral_caf_copointer4
     integer(coral_ik) :: place = 0, size = 0, offset = 0, dim(3, 4) = 0
  end type coral_caf_copointer4
  type, public :: coral_caf_copointer5
     integer(coral_ik) :: place = 0, size = 0, offset = 0, dim(3, 5) = 0
  end type coral_caf_copointer5
  type, public :: coral_caf_copointer6
     integer(coral_ik) :: place = 0, size = 0, offset = 0, dim(3, 6) = 0
  end type coral_caf_copointer6
  type, public :: coral_caf_copointer7
     integer(coral_ik) :: place = 0, size = 0, offset = 0, dim(3, 7) = 0
  end type coral_caf_copointer7

  ! Stands for an object that the compilers do not pass as TYPE(*), since its type has type-bound
  ! procedures (capi/mem/desc.c).
  type, public :: coral_caf_object
     integer(coral_ik) :: mark(2) = [4851305519184896067_coral_ik, 7809632576229500271_coral_ik]
     integer(coral_ik) :: addr = 0, size = 0, rank = 0, extents(15) = 0, steps(15) = 0
  end type coral_caf_object

  public :: coral_caf_at, coral_caf_target, coral_caf_target_at, coral_caf_point, coral_caf_same, &
       coral_caf_imageof
  public :: coral_caf_with_team, coral_caf_team_barrier, coral_caf_team_split, &
       coral_caf_event_notify
  public :: coral_caf_event_wait, coral_caf_event_trywait, coral_caf_event_getid, &
       coral_caf_eventset_init
  public :: coral_caf_eventset_add, coral_caf_eventset_remove, coral_caf_eventset_destroy
  public :: coral_caf_eventset_waitany, coral_caf_eventset_waitany_fair, coral_caf_eventset_waitall
  public :: coral_caf_eventset_notifyall, coral_caf_lockset_init, coral_caf_lockset_add
  public :: coral_caf_lockset_remove, coral_caf_lockset_acquire, coral_caf_lockset_release
  public :: coral_caf_lockset_destroy, coral_caf_end_with_team, coral_caf_lock_acquire, &
       coral_caf_lock_release
  public :: coral_caf_event_init, coral_caf_places, coral_caf_eventset_addarray, coral_caf_lock_init
  public :: coral_caf_copied, coral_caf_team_of, coral_caf_team_broadcast, coral_caf_team_reduce, &
       coral_caf_team_allreduce
  public :: coral_caf_team_gather, coral_caf_team_allgather, coral_caf_team_scatter, &
       coral_caf_team_alltoall

  public :: coral_caf_limit, coral_caf_copy_begin, coral_caf_dest, coral_caf_dest_at, &
       coral_caf_src, coral_caf_src_at
  public :: coral_caf_value, coral_caf_copy, coral_caf_advance_async, coral_caf_finish, &
       coral_caf_end_finish
  public :: coral_caf_cofence
  public :: coral_caf_collective, coral_caf_collect_by
  public :: coral_caf_topology_cartesian, coral_caf_topology_graph, coral_caf_graph_neighbors
  public :: coral_caf_cart_coords, coral_caf_cart_rank, coral_caf_cart_neighbor
  public :: coral_caf_shippable, coral_caf_spawn_passed
  public :: coral_caf_spawn_begin, coral_caf_spawn_value, coral_caf_spawn_there, &
       coral_caf_spawn_absent, coral_caf_spawn, coral_caf_spawn_bounds
  public :: coral_caf_spawn_by, coral_caf_spawn_parts, coral_caf_typed_part, coral_caf_spawn_arrived
  public :: coral_caf_spawn_dest, coral_caf_spawn_dest_at, coral_caf_spawn_result
  public :: coral_caf_spawn_at, coral_caf_spawn_typed, coral_caf_spawn_typed_there, &
       coral_caf_ship_dynamic, coral_caf_stand_for

  ! Polymorphic arguments, by their dynamic types: values, and what is the target's own. known: the
  ! runtime has been told of all types.
  interface coral_caf_spawn_typed
     module procedure typed0, typed1, typed2, typed3
  end interface coral_caf_spawn_typed
  interface coral_caf_spawn_typed_there
     module procedure there0, there1, there2, there3
  end interface coral_caf_spawn_typed_there
  ! Makes something stand for the first so many bytes of a polymorphic object, or of each element.
  interface coral_caf_stand_for
     module procedure stand0, stand1, stand2, stand3
  end interface coral_caf_stand_for
  type :: any1
     class(*), pointer :: p(:)
  end type any1
  type :: any2
     class(*), pointer :: p(:, :)
  end type any2
  type :: any3
     class(*), pointer :: p(:, :, :)
  end type any3

  ! Up to how many bytes a copy for which nothing must come before is an assignment; the runtime
  ! sets it.
  integer(c_int64_t), bind(c, name='coral_caf_limit') :: coral_caf_limit = 65536

  interface
     ! A copy: its operands, section by section, then its events by address, 0 if there is none.
     subroutine coral_caf_copy_begin()
     end subroutine coral_caf_copy_begin
     subroutine coral_caf_dest(obj) bind(c)
       type(*), dimension(..), intent(inout), target :: obj
     end subroutine coral_caf_dest
     subroutine coral_caf_src(obj) bind(c)
       type(*), dimension(..), intent(in), target :: obj
     end subroutine coral_caf_src
     subroutine coral_caf_value(obj) bind(c)
       type(*), dimension(..), intent(in), target :: obj
     end subroutine coral_caf_value
     subroutine coral_caf_dest_at(first, obj, size) bind(c)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: first
       type(*), dimension(..), intent(in), target :: obj
       integer(coral_ik), intent(in), optional :: size
     end subroutine coral_caf_dest_at
     subroutine coral_caf_src_at(first, obj, size) bind(c)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: first
       type(*), dimension(..), intent(in), target :: obj
       integer(coral_ik), intent(in), optional :: size
     end subroutine coral_caf_src_at
     subroutine coral_caf_copy(before, after, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: before
       integer(coral_ik), intent(in), target :: after
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_copy
     ! The operands of the next collective travel in parts: they are of the type with the key.
     subroutine coral_caf_collect_by(key) bind(c)
       import :: c_char
       character(kind=c_char), intent(in) :: key(*)
     end subroutine coral_caf_collect_by
     ! A collective that goes on, or with 100 added to kind blocks (capi/caf2/collect.c). variable:
     ! src is one; how and by: a user's procedure.
     subroutine coral_caf_collective(kind, src, dest, variable, root, op, how, by, event, team, &
          line, file) bind(c)
       import :: coral_ik, c_int, c_char, c_funptr
       integer(c_int), intent(in) :: kind
       type(*), dimension(..), intent(in), target :: src
       type(*), dimension(..), intent(inout), target :: dest
       integer(c_int), intent(in) :: variable, root, op, how
       type(c_funptr), value :: by
       integer(coral_ik), intent(in) :: event, team
       integer(c_int), intent(in) :: line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_caf_collective
     ! An internal procedure of the main program that this or another image may ship.
     subroutine coral_caf_shippable(procedure)
       external :: procedure
     end subroutine coral_caf_shippable
     ! The procedure of the SPAWN statement is a dummy procedure or a procedure pointer.
     subroutine coral_caf_spawn_passed()
     end subroutine coral_caf_spawn_passed
     ! A call that another image is to make: coral_caf_spawn_begin, its arguments in order
     ! (capi/caf2/spawn.c), then coral_caf_spawn with the procedure. types there: class and kind of
     ! the function's result, and of the variable for it; 0: none.
     subroutine coral_caf_spawn_begin()
     end subroutine coral_caf_spawn_begin
     subroutine coral_caf_spawn_value(obj, mode) bind(c)
       import :: c_int
       type(*), dimension(..), intent(in), target :: obj
       integer(c_int), intent(in) :: mode
     end subroutine coral_caf_spawn_value
     subroutine coral_caf_spawn_there(obj, mode, line, file) bind(c)
       import :: c_int, c_char
       type(*), dimension(..), intent(in), target :: obj
       integer(c_int), intent(in) :: mode
       integer(c_int), intent(in) :: line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_caf_spawn_there
     ! The lower bounds of the argument before, for an allocatable dummy argument.
     subroutine coral_caf_spawn_bounds(lower, rank) bind(c)
       import :: coral_ik, c_int
       integer(coral_ik), intent(in) :: lower(*)
       integer(c_int), intent(in), value :: rank
     end subroutine coral_caf_spawn_bounds
     subroutine coral_caf_spawn_absent(text)
       import :: c_int
       integer(c_int), intent(in) :: text
     end subroutine coral_caf_spawn_absent
     ! The section that takes a function's result, and on the target the result.
     subroutine coral_caf_spawn_dest(obj) bind(c)
       type(*), dimension(..), intent(in), target :: obj
     end subroutine coral_caf_spawn_dest
     subroutine coral_caf_spawn_dest_at(first, obj, size) bind(c)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: first
       type(*), dimension(..), intent(in), target :: obj
       integer(coral_ik), intent(in), optional :: size
     end subroutine coral_caf_spawn_dest_at
     subroutine coral_caf_spawn_result(obj) bind(c)
       type(*), dimension(..), intent(in), target :: obj
     end subroutine coral_caf_spawn_result
     ! Structures with allocatable components, of the type with the key. known: the runtime has been
     ! told of all types.
     subroutine coral_caf_spawn_by(key, known) bind(c)
       import :: c_char, c_int
       character(kind=c_char), intent(in) :: key(*)
       integer(c_int), intent(in) :: known
     end subroutine coral_caf_spawn_by
     subroutine coral_caf_spawn_parts(obj, mode) bind(c)
       import :: c_int
       type(*), dimension(..), intent(in), target :: obj
       integer(c_int), intent(in) :: mode
     end subroutine coral_caf_spawn_parts
     ! Which statement packs a call.
     subroutine coral_caf_spawn_at(line, file) bind(c)
       import :: c_int, c_char
       integer(c_int), intent(in) :: line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_caf_spawn_at
     ! These are in all programs (capi/caf2/typed.c).
     ! A polymorphic value: arrive has the variable for it on the target; its type goes first, then
     ! its elements in parts.
     subroutine coral_caf_typed_begin(arrive, rank, extents) bind(c)
       import :: coral_ik, c_int, c_funptr
       type(c_funptr), value :: arrive
       integer(c_int), intent(in) :: rank
       integer(coral_ik), intent(in) :: extents(*)
     end subroutine coral_caf_typed_begin
     subroutine coral_caf_typed_end() bind(c)
     end subroutine coral_caf_typed_end
     ! A part, to the message or, on the target, from it.
     subroutine coral_caf_typed_part(obj, arrives) bind(c)
       type(*), dimension(..), target :: obj
       logical, intent(in) :: arrives
     end subroutine coral_caf_typed_part
     ! The extents of the array that arrives.
     subroutine coral_caf_spawn_extents(extents) bind(c)
       import :: coral_ik
       integer(coral_ik), intent(inout) :: extents(*)
     end subroutine coral_caf_spawn_extents
     ! The target's own object: typed is where the descriptor of a polymorphic pointer to it here
     ! is. steps are bytes.
     subroutine coral_caf_typed_there(typed, first, rank, words, size, extents, steps) bind(c)
       import :: coral_ik, c_int
       integer(coral_ik), intent(in) :: typed, first
       integer(c_int), intent(in) :: rank
       integer(coral_ik), intent(in) :: words(3), size, extents(*), steps(*)
     end subroutine coral_caf_typed_there
     ! How objects of a dynamic type are shipped: by which layout (none: as they lie), the address
     ! of the first, the size of each.
     function coral_shipper(typed, rank, unlimited, known, address, size) bind(c) result(layout)
       import :: coral_ik, c_int, c_ptr
       integer(coral_ik), intent(in), target :: typed
       integer(c_int), intent(in) :: rank, unlimited, known
       type(c_ptr), intent(out) :: address
       integer(coral_ik), intent(out) :: size
       type(c_ptr) :: layout
     end function coral_shipper
     ! Objects by a layout, to the message or, on the target, from it.
     subroutine coral_caf_typed_objects(layout, address, count, known, arrives) bind(c)
       import :: coral_ik, c_int, c_ptr
       type(c_ptr), value :: layout, address
       integer(coral_ik), intent(in) :: count
       integer(c_int), intent(in) :: known
       logical, intent(in) :: arrives
     end subroutine coral_caf_typed_objects
     subroutine coral_caf_spawn_arrived(address)
       import :: coral_ik
       integer(coral_ik), intent(in) :: address
     end subroutine coral_caf_spawn_arrived
     subroutine coral_caf_spawn(procedure, target, team, result, types, event, line, file)
       import :: coral_ik
       external :: procedure
       integer(coral_ik), intent(in) :: target
       integer(coral_ik), intent(in) :: team
       integer(coral_ik), intent(in) :: result
       integer, intent(in) :: types(4)
       integer(coral_ik), intent(in) :: event
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_spawn
     subroutine coral_caf_finish(team, line, file)
       import :: coral_team_type
       type(coral_team_type), intent(in), optional :: team
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_finish
     subroutine coral_caf_end_finish(line, file)
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_end_finish
     ! downward, upward: what may pass, 1: what reads this image's data, 2: what writes them, 3:
     ! both.
     subroutine coral_caf_cofence(downward, upward, line, file)
       integer, intent(in), optional :: downward, upward
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_cofence
     subroutine coral_caf_advance_async(line, file)
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_advance_async
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
     subroutine coral_caf_event_notify(e, n, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: e
       integer(coral_ik), intent(in), optional, target :: n
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
     subroutine coral_caf_event_wait(e, n, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: e
       integer(coral_ik), intent(in), optional, target :: n
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_event_wait
     ! Whether so many events are in an array of the given size: the run ends if not.
     subroutine coral_caf_event_number(n, size, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: n, size
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_event_number
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
     ! Copointers come by their first component. coral_caf_target and coral_caf_target_at take what
     ! one is to refer to, coral_caf_point assigns it. coral_caf_at sets the pointer of that rank
     ! and class behind the first component of the variable at an address.
     subroutine coral_caf_target(obj) bind(c)
       type(*), dimension(..), intent(in), target :: obj
     end subroutine coral_caf_target
     subroutine coral_caf_target_at(first, obj, size) bind(c)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: first
       type(*), dimension(..), intent(in), target :: obj
       integer(coral_ik), intent(in), optional :: size
     end subroutine coral_caf_target_at
     subroutine coral_caf_point(p, rank, lower, line, file)
       import :: coral_ik
       integer(coral_ik), intent(inout), target :: p
       integer, intent(in) :: rank
       integer(coral_ik), intent(in) :: lower(*)
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_caf_point
     subroutine coral_caf_at(pointer, p, rank, class, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in) :: pointer
       integer(coral_ik), intent(in), target :: p
       integer, intent(in) :: rank, class, line
       character(*), intent(in), target :: file
     end subroutine coral_caf_at
     logical function coral_caf_same(p, q, rank)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: p, q
       integer, intent(in) :: rank
     end function coral_caf_same
     integer function coral_caf_imageof(p)
       import :: coral_ik
       integer(coral_ik), intent(in) :: p
     end function coral_caf_imageof
     ! Topologies; the functions and statements that generated code has are below.
     subroutine coral_caf_cartesian(team, n, dims, m, periodic, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in) :: team
       integer, intent(in) :: n, m
       integer(coral_ik), intent(in) :: dims(n), periodic(m)
       integer, intent(in) :: line
       character(*), intent(in) :: file
     end subroutine coral_caf_cartesian
     subroutine coral_caf_graph(team, classes, n, counts, m, neighbors, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in) :: team, classes
       integer, intent(in) :: n, m
       integer(coral_ik), intent(in) :: counts(n), neighbors(m)
       integer, intent(in) :: line
       character(*), intent(in) :: file
     end subroutine coral_caf_graph
     integer function coral_caf_dimensions(team, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in) :: team
       integer, intent(in) :: line
       character(*), intent(in) :: file
     end function coral_caf_dimensions
     subroutine coral_caf_coordinates(team, rank, coords, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in) :: team, rank
       integer(coral_ik), intent(inout) :: coords(*)
       integer, intent(in) :: line
       character(*), intent(in) :: file
     end subroutine coral_caf_coordinates
     integer function coral_caf_rank_at(team, n, coords, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in) :: team
       integer, intent(in) :: n
       integer(coral_ik), intent(in) :: coords(n)
       integer, intent(in) :: line
       character(*), intent(in) :: file
     end function coral_caf_rank_at
     integer function coral_caf_neighbor(team, dim, shift, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in) :: team, dim, shift
       integer, intent(in) :: line
       character(*), intent(in) :: file
     end function coral_caf_neighbor
     integer function coral_caf_degree(team, class, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in) :: team, class
       integer, intent(in) :: line
       character(*), intent(in) :: file
     end function coral_caf_degree
     subroutine coral_caf_edges(team, class, ranks, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in) :: team, class
       integer(coral_ik), intent(inout) :: ranks(*)
       integer, intent(in) :: line
       character(*), intent(in) :: file
     end subroutine coral_caf_edges
  end interface

contains

  ! The runtime's record of a team, which procedures with BIND(C) take in place of the type.
  pure integer(coral_ik) function coral_caf_team_of(team) result(address)
    type(coral_team_type), intent(in) :: team
    integer(coral_ik) :: both(2)
    both = transfer(team, both)
    address = both(2)
  end function coral_caf_team_of

  ! Events begin at zero. With n, those do whose place in their array is not behind n.
  impure elemental subroutine coral_caf_event_init(e, n, place, size, line, file)
    type(coral_caf_event), intent(inout), target :: e
    integer(coral_ik), intent(in), optional :: n, place, size
    integer, intent(in) :: line
    character(*), intent(in) :: file
    if (present(n)) then
      if (place == 1) call coral_caf_event_number(n, size, line, file)
      if (place > n) return
    end if
    e = coral_caf_event()
  end subroutine coral_caf_event_init

  ! The places of the elements of an array of so many.
  pure function coral_caf_places(size) result(places)
    integer(coral_ik), intent(in) :: size
    integer(coral_ik) :: places(size), i
    do i = 1, size
      places(i) = i
    end do
  end function coral_caf_places

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
  subroutine coral_caf_topology_cartesian(t, dims, periodic, line, file)
    type(coral_team_type), intent(in) :: t
    integer(coral_ik), intent(in) :: dims(:)
    logical, intent(in) :: periodic(:)
    integer, intent(in) :: line
    character(*), intent(in) :: file
    call coral_caf_cartesian(coral_caf_team_of(t), size(dims), dims, size(periodic), &
                             merge(1_coral_ik, 0_coral_ik, periodic), line, file)
  end subroutine coral_caf_topology_cartesian

  subroutine coral_caf_topology_graph(t, nclasses, counts, neighbors, line, file)
    type(coral_team_type), intent(in) :: t
    integer(coral_ik), intent(in) :: nclasses, counts(:), neighbors(:)
    integer, intent(in) :: line
    character(*), intent(in) :: file
    call coral_caf_graph(coral_caf_team_of(t), nclasses, size(counts), counts, size(neighbors), &
         neighbors, line, file)
  end subroutine coral_caf_topology_graph

  subroutine coral_caf_graph_neighbors(t, class, list, line, file)
    type(coral_team_type), intent(in) :: t
    integer(coral_ik), intent(in) :: class
    integer(coral_ik), allocatable, intent(out) :: list(:)
    integer, intent(in) :: line
    character(*), intent(in) :: file
    allocate (list(coral_caf_degree(coral_caf_team_of(t), class, line, file)))
    call coral_caf_edges(coral_caf_team_of(t), class, list, line, file)
  end subroutine coral_caf_graph_neighbors

  function coral_caf_cart_coords(t, rank, line, file) result(coords)
    type(coral_team_type), intent(in) :: t
    integer(coral_ik), intent(in) :: rank
    integer, intent(in) :: line
    character(*), intent(in) :: file
    integer, allocatable :: coords(:)
    integer(coral_ik), allocatable :: list(:)
    allocate (list(coral_caf_dimensions(coral_caf_team_of(t), line, file)))
    call coral_caf_coordinates(coral_caf_team_of(t), rank, list, line, file)
    coords = int(list)
  end function coral_caf_cart_coords

  integer function coral_caf_cart_rank(t, coords, line, file)
    type(coral_team_type), intent(in) :: t
    integer(coral_ik), intent(in) :: coords(:)
    integer, intent(in) :: line
    character(*), intent(in) :: file
    coral_caf_cart_rank = coral_caf_rank_at(coral_caf_team_of(t), size(coords), coords, line, file)
  end function coral_caf_cart_rank

  integer function coral_caf_cart_neighbor(t, dim, shift, line, file)
    type(coral_team_type), intent(in) :: t
    integer(coral_ik), intent(in) :: dim, shift
    integer, intent(in) :: line
    character(*), intent(in) :: file
    coral_caf_cart_neighbor = coral_caf_neighbor(coral_caf_team_of(t), dim, shift, line, file)
  end function coral_caf_cart_neighbor

  ! Objects by their dynamic type, to the message or, on the target, from it.
  recursive subroutine coral_caf_ship_dynamic(typed, rank, unlimited, count, known, arrives)
    integer(coral_ik), intent(in), target :: typed
    integer(coral_ik), intent(in) :: count
    integer, intent(in) :: rank, unlimited, known
    logical, intent(in) :: arrives
    integer(c_int8_t), pointer :: bytes(:)
    integer(coral_ik) :: size
    type(c_ptr) :: address, layout
    layout = coral_shipper(typed, rank, unlimited, known, address, size)
    if (count * size == 0) return
    if (c_associated(layout)) then
      call coral_caf_typed_objects(layout, address, count, known, arrives)
    else
      call c_f_pointer(address, bytes, [count * size])
      call coral_caf_typed_part(bytes, arrives)
    end if
  end subroutine coral_caf_ship_dynamic

  ! One element of a polymorphic array.
  recursive subroutine ship_element(object, known, arrives)
    class(*), target :: object
    integer, intent(in) :: known
    logical, intent(in) :: arrives
    type(coral_any) :: a
    a%p => object
    call coral_caf_ship_dynamic(loc(a), 0, 1, 1_coral_ik, known, arrives)
  end subroutine ship_element

  recursive subroutine typed0(object, known)
    class(*), intent(in), target :: object
    integer, intent(in) :: known
    type(coral_any) :: a
    integer(coral_ik) :: words(3)
    a%p => object
    call coral_type_of(loc(a), 0, 1, words, 0, '')
    call coral_caf_typed_begin(c_funloc(arrive0), 0, [0_coral_ik])
    call coral_caf_typed_part(words, .false.)
    call coral_caf_ship_dynamic(loc(a), 0, 1, 1_coral_ik, known, .false.)
    call coral_caf_typed_end()
  end subroutine typed0

  ! gfortran 12 allocates no scalar with an object of intrinsic type as its mold, but arrays.
  recursive subroutine arrive0()
    class(*), allocatable, target :: object(:)
    type(any1) :: mold
    type(coral_any) :: a
    integer(coral_ik) :: words(3)
    call coral_caf_typed_part(words, .true.)
    nullify (mold%p)
    call coral_take_type(loc(mold), 1, 1, words)
    allocate (object(1), mold=mold%p)
    a%p => object(1)
    call coral_caf_ship_dynamic(loc(a), 0, 1, 1_coral_ik, 1, .true.)
    call coral_caf_spawn_arrived(loc(a))
  end subroutine arrive0

  recursive subroutine there0(object)
    class(*), intent(in), target :: object
    type(coral_any) :: a
    integer(coral_ik) :: words(3)
    a%p => object
    call coral_type_of(loc(a), 0, 1, words, 0, '')
    call coral_caf_typed_there(loc(a), loc(object), 0, words, storage_size(object, coral_ik)/8, &
                                  [0_coral_ik], [0_coral_ik])
  end subroutine there0

  recursive subroutine typed1(object, known)
    class(*), intent(in), target :: object(:)
    integer, intent(in) :: known
    type(any1) :: a
    integer(coral_ik) :: words(3), i
    a%p => object
    call coral_type_of(loc(a), 1, 1, words, 0, '')
    call coral_caf_typed_begin(c_funloc(arrive1), 1, shape(object, coral_ik))
    call coral_caf_typed_part(words, .false.)
    do i = 1, size(object, 1)
      call ship_element(object(i), known, .false.)
    end do
    call coral_caf_typed_end()
  end subroutine typed1

  recursive subroutine arrive1()
    class(*), allocatable, target :: object(:)
    type(any1) :: a
    integer(coral_ik) :: words(3), extents(1), i
    call coral_caf_spawn_extents(extents)
    call coral_caf_typed_part(words, .true.)
    nullify (a%p)
    call coral_take_type(loc(a), 1, 1, words)
    allocate (object(extents(1)), mold=a%p)
    a%p => object
    do i = 1, size(object, 1)
      call ship_element(object(i), 1, .true.)
    end do
    call coral_caf_spawn_arrived(loc(a))
  end subroutine arrive1

  recursive subroutine there1(object)
    class(*), intent(in), target :: object(:)
    type(any1) :: a
    integer(coral_ik) :: words(3), steps(1)
    a%p => object
    call coral_type_of(loc(a), 1, 1, words, 0, '')
    steps = 0
    if (size(object) == 0) then
      call coral_caf_typed_there(loc(a), 0_coral_ik, 1, words, 1_coral_ik, &
           shape(object, coral_ik), steps)
      return
    end if
    if (size(object, 1) > 1) steps(1) = loc(object(2)) - loc(object(1))
    call coral_caf_typed_there(loc(a), loc(object(1)), 1, words, storage_size(object, coral_ik)/8, &
                                  shape(object, coral_ik), steps)
  end subroutine there1

  recursive subroutine typed2(object, known)
    class(*), intent(in), target :: object(:,:)
    integer, intent(in) :: known
    type(any2) :: a
    integer(coral_ik) :: words(3), i, j
    a%p => object
    call coral_type_of(loc(a), 2, 1, words, 0, '')
    call coral_caf_typed_begin(c_funloc(arrive2), 2, shape(object, coral_ik))
    call coral_caf_typed_part(words, .false.)
    do j = 1, size(object, 2)
      do i = 1, size(object, 1)
        call ship_element(object(i, j), known, .false.)
      end do
    end do
    call coral_caf_typed_end()
  end subroutine typed2

  recursive subroutine arrive2()
    class(*), allocatable, target :: object(:,:)
    type(any2) :: a
    integer(coral_ik) :: words(3), extents(2), i, j
    call coral_caf_spawn_extents(extents)
    call coral_caf_typed_part(words, .true.)
    nullify (a%p)
    call coral_take_type(loc(a), 2, 1, words)
    allocate (object(extents(1), extents(2)), mold=a%p)
    a%p => object
    do j = 1, size(object, 2)
      do i = 1, size(object, 1)
        call ship_element(object(i, j), 1, .true.)
      end do
    end do
    call coral_caf_spawn_arrived(loc(a))
  end subroutine arrive2

  recursive subroutine there2(object)
    class(*), intent(in), target :: object(:,:)
    type(any2) :: a
    integer(coral_ik) :: words(3), steps(2)
    a%p => object
    call coral_type_of(loc(a), 2, 1, words, 0, '')
    steps = 0
    if (size(object) == 0) then
      call coral_caf_typed_there(loc(a), 0_coral_ik, 2, words, 1_coral_ik, &
           shape(object, coral_ik), steps)
      return
    end if
    if (size(object, 1) > 1) steps(1) = loc(object(2, 1)) - loc(object(1, 1))
    if (size(object, 2) > 1) steps(2) = loc(object(1, 2)) - loc(object(1, 1))
    call coral_caf_typed_there(loc(a), loc(object(1, 1)), 2, words, &
                               storage_size(object, coral_ik)/8, shape(object, coral_ik), steps)
  end subroutine there2

  recursive subroutine typed3(object, known)
    class(*), intent(in), target :: object(:,:,:)
    integer, intent(in) :: known
    type(any3) :: a
    integer(coral_ik) :: words(3), i, j, k
    a%p => object
    call coral_type_of(loc(a), 3, 1, words, 0, '')
    call coral_caf_typed_begin(c_funloc(arrive3), 3, shape(object, coral_ik))
    call coral_caf_typed_part(words, .false.)
    do k = 1, size(object, 3)
      do j = 1, size(object, 2)
        do i = 1, size(object, 1)
          call ship_element(object(i, j, k), known, .false.)
        end do
      end do
    end do
    call coral_caf_typed_end()
  end subroutine typed3

  recursive subroutine arrive3()
    class(*), allocatable, target :: object(:,:,:)
    type(any3) :: a
    integer(coral_ik) :: words(3), extents(3), i, j, k
    call coral_caf_spawn_extents(extents)
    call coral_caf_typed_part(words, .true.)
    nullify (a%p)
    call coral_take_type(loc(a), 3, 1, words)
    allocate (object(extents(1), extents(2), extents(3)), mold=a%p)
    a%p => object
    do k = 1, size(object, 3)
      do j = 1, size(object, 2)
        do i = 1, size(object, 1)
          call ship_element(object(i, j, k), 1, .true.)
        end do
      end do
    end do
    call coral_caf_spawn_arrived(loc(a))
  end subroutine arrive3

  recursive subroutine there3(object)
    class(*), intent(in), target :: object(:,:,:)
    type(any3) :: a
    integer(coral_ik) :: words(3), steps(3)
    a%p => object
    call coral_type_of(loc(a), 3, 1, words, 0, '')
    steps = 0
    if (size(object) == 0) then
      call coral_caf_typed_there(loc(a), 0_coral_ik, 3, words, 1_coral_ik, &
           shape(object, coral_ik), steps)
      return
    end if
    if (size(object, 1) > 1) steps(1) = loc(object(2, 1, 1)) - loc(object(1, 1, 1))
    if (size(object, 2) > 1) steps(2) = loc(object(1, 2, 1)) - loc(object(1, 1, 1))
    if (size(object, 3) > 1) steps(3) = loc(object(1, 1, 2)) - loc(object(1, 1, 1))
    call coral_caf_typed_there(loc(a), loc(object(1, 1, 1)), 3, words, &
                               storage_size(object, coral_ik)/8, shape(object, coral_ik), steps)
  end subroutine there3

  subroutine stand0(stand, object, bytes)
    type(coral_caf_object), intent(out) :: stand
    class(*), intent(in), target :: object
    integer(coral_ik), intent(in) :: bytes
    stand%addr = loc(object)
    stand%size = bytes
  end subroutine stand0

  subroutine stand1(stand, object, bytes)
    type(coral_caf_object), intent(out) :: stand
    class(*), intent(in), target :: object(:)
    integer(coral_ik), intent(in) :: bytes
    stand%rank = 1
    stand%size = bytes
    stand%extents(:1) = shape(object, coral_ik)
    if (size(object) == 0) return
    stand%addr = loc(object(1))
    if (size(object, 1) > 1) stand%steps(1) = loc(object(2)) - stand%addr
  end subroutine stand1

  subroutine stand2(stand, object, bytes)
    type(coral_caf_object), intent(out) :: stand
    class(*), intent(in), target :: object(:,:)
    integer(coral_ik), intent(in) :: bytes
    stand%rank = 2
    stand%size = bytes
    stand%extents(:2) = shape(object, coral_ik)
    if (size(object) == 0) return
    stand%addr = loc(object(1, 1))
    if (size(object, 1) > 1) stand%steps(1) = loc(object(2, 1)) - stand%addr
    if (size(object, 2) > 1) stand%steps(2) = loc(object(1, 2)) - stand%addr
  end subroutine stand2

  subroutine stand3(stand, object, bytes)
    type(coral_caf_object), intent(out) :: stand
    class(*), intent(in), target :: object(:,:,:)
    integer(coral_ik), intent(in) :: bytes
    stand%rank = 3
    stand%size = bytes
    stand%extents(:3) = shape(object, coral_ik)
    if (size(object) == 0) return
    stand%addr = loc(object(1, 1, 1))
    if (size(object, 1) > 1) stand%steps(1) = loc(object(2, 1, 1)) - stand%addr
    if (size(object, 2) > 1) stand%steps(2) = loc(object(1, 2, 1)) - stand%addr
    if (size(object, 3) > 1) stand%steps(3) = loc(object(1, 1, 2)) - stand%addr
  end subroutine stand3
end module coral_caf2
