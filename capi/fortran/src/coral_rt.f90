! Coral's runtime as generated Fortran sees it, and ISO_FORTRAN_ENV with Coral's types.
!
! Nearly everything is an interface of a C function (capi/*/*.c), which gfortran and flang call
! alike: arguments by reference, lengths of characters by value at the end. What takes type(*),
! dimension(..) has BIND(C), so that descriptors are C descriptors. Procedures of this file are
! those that need Fortran: flushing units, conversion of kinds.
!
! TARGET on addresses and objects is not decoration: without it a compiler may take an argument of
! INTENT(IN) as memory that the call neither changes nor keeps, and hold a coarray in registers
! across a synchronisation.
module coral_rt
  use, intrinsic :: iso_c_binding, only: c_associated, c_bool, c_char, c_f_pointer, &
       c_f_procpointer, c_funloc, c_funptr, c_int, c_int8_t, c_int32_t, c_int64_t, c_null_funptr, &
       c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: compiler_version, error_unit, output_unit, &
       env_locked => stat_locked, env_unlocked => stat_unlocked, &
       env_other => stat_locked_other_image, env_stopped => stat_stopped_image, &
       env_failed => stat_failed_image
  implicit none
  private

  integer, parameter, public :: coral_ik = c_int64_t
  type(c_funptr), parameter, public :: coral_null_funptr = c_null_funptr

  type(c_ptr), parameter, public :: coral_null_ptr = c_null_ptr
  integer, parameter, public :: coral_atomic_ik = 4, coral_atomic_lk = 4
  ! RESULT_IMAGE of a collective without one. 0 is no such value: programs have it by mistake.
  integer(c_int), parameter, public :: coral_all_images = -huge(0_c_int) - 1_c_int

  ! layout.Event, layout.Lock; a team's number and address.
  type, public :: coral_event_type
     private
     integer(coral_ik) :: count = 0, reserved = 0
  end type coral_event_type
  type, public :: coral_notify_type
     private
     integer(coral_ik) :: count = 0, reserved = 0
  end type coral_notify_type
  type, public :: coral_lock_type
     private
     integer(coral_ik) :: word = 0, reserved = 0
  end type coral_lock_type
  type, public :: coral_team_type
     private
     integer(coral_ik) :: number = -1, address = 0
  end type coral_team_type

  integer(coral_ik), public, bind(c, name='coral_gen') :: coral_gen = 1
  logical(c_bool), public, bind(c, name='coral_lib') :: coral_lib = .false.
  logical(c_bool), public, bind(c, name='coral_apart') :: coral_apart = .false.
  ! What is at address p on this image is at p + coral_shift + k*coral_step on image k of the
  ! current team, if that is mapped.
  integer(coral_ik), public, bind(c, name='coral_step') :: coral_step = 0
  integer(coral_ik), public, bind(c, name='coral_shift') :: coral_shift = 0
  ! Where image k has its own slot, at element k, unknown if that is negative after subtraction from
  ! any address (huge); coral_span is the part of a slot that holds data, 0 if teams forbid to use
  ! this; the slot is seen here at coral_slots + k*coral_step.
  integer(coral_ik), public, bind(c, name='coral_bases') :: coral_bases(0:1023) = 0
  integer(coral_ik), public, bind(c, name='coral_span') :: coral_span = 0
  integer(coral_ik), public, bind(c, name='coral_slots') :: coral_slots = 0
  integer(c_int32_t), public, bind(c, name='coral_me') :: coral_me = 1
  integer(c_int32_t), public, bind(c, name='coral_num') :: coral_num = 1
  integer(c_int32_t), public, bind(c, name='coral_self') :: coral_self = 1

  ! What C must know of this compiler. gfortran has no STAT_UNLOCKED_FAILED_IMAGE and takes 0, which
  ! is success, for STAT_UNLOCKED: there Coral has values of its own (module coral_env gives them to
  ! the program).
  logical, parameter :: gnu = index(compiler_version(), 'GCC') > 0
  integer, parameter, public :: coral_env_unlocked = merge(6003, env_unlocked, env_unlocked == 0)
  integer, parameter, public :: coral_env_unlocked_failed = merge(6002, 106, gnu)
  integer(c_int32_t), bind(c, name='coral_backend') :: backend = merge(1, 2, gnu)
  integer(c_int32_t), bind(c, name='coral_stat_locked') :: c_locked = env_locked
  integer(c_int32_t), bind(c, name='coral_stat_unlocked') :: c_unlocked = coral_env_unlocked
  integer(c_int32_t), bind(c, name='coral_stat_locked_other_image') :: c_other = env_other
  integer(c_int32_t), bind(c, name='coral_stat_stopped_image') :: c_stopped = env_stopped
  integer(c_int32_t), bind(c, name='coral_stat_failed_image') :: c_failed = env_failed
  integer(c_int32_t), bind(c, name='coral_stat_unlocked_failed_image') :: &
       c_unlocked_failed = coral_env_unlocked_failed

  public :: c_funloc, c_funptr, c_associated
  public :: coral_view, coral_view_at, coral_view_length, coral_get, coral_put, coral_get_at, &
       coral_put_at
  public :: coral_check_cobounds, coral_check_image, coral_checked_image, coral_check_section, &
       coral_check_shape
  public :: coral_check_length
  public :: coral_checked_subscript, coral_checked_section, coral_check_cosubscript, &
       coral_checked_cosubscript
  public :: coral_copy, coral_copy_lent, coral_returned, coral_copy_run, coral_copy_block, &
       c_f_pointer
  public :: coral_want, coral_want_at, coral_brought
  public :: coral_give, coral_give_at, coral_given
  public :: coral_keep, coral_keep_at, coral_put_changed, coral_put_changed_at
  public :: coral_fetched, coral_fetched_at, coral_item, coral_item_at, coral_items_read
  public :: coral_component_at, coral_part_sample, coral_assign_begin, coral_assign_end
  public :: coral_component, coral_component_scalar, coral_procedure, coral_no_component, &
       coral_no_operand
  public :: coral_get_part, coral_put_part, coral_keep_part, coral_put_changed_part
  public :: coral_get_descriptors
  public :: coral_type, coral_type_sample, coral_type_point, coral_type_told, &
       coral_copy_object, coral_copied, coral_copy_dynamic, coral_type_of, coral_take_type, &
       coral_broadcast_dynamic, coral_co_broadcast_object
  public :: coral_size_of, coral_procedure_place, coral_procedure_at
  public :: coral_image_index, coral_cosubscripts, coral_cosubscript, coral_bound, &
       coral_image_index_now
  public :: coral_cobound_now, coral_step_of
  public :: coral_alloc_begin, coral_alloc_end, coral_dealloc_begin, coral_dealloc_meet, &
       coral_dealloc_end, coral_move_begin
  public :: coral_sync_all, coral_sync_memory, coral_sync_images, coral_sync_images_all
  public :: coral_critical, coral_end_critical, coral_lock, coral_unlock
  public :: coral_event_post, coral_event_wait, coral_event_query
  public :: coral_form_team, coral_change_team, coral_end_team, coral_sync_team, coral_get_team, &
       coral_team_number
  public :: coral_team_size, coral_this_image_of, coral_image_of, coral_image_in, &
       coral_view_initial, coral_view_initial_at
  public :: coral_image_status, coral_failed_images, coral_stopped_images, coral_selected_stat, &
       coral_selected_stat_initial
  public :: coral_view_by, coral_view_initial_by, coral_of_team, coral_noter, coral_spanner, &
       coral_hold, c_f_procpointer
  public :: coral_stop, coral_error_stop, coral_end, coral_fail_image
  public :: coral_failed_images_in_pure, coral_stopped_images_in_pure
  public :: coral_image_status_in_pure, coral_selected_stat_in_pure, &
       coral_selected_stat_initial_in_pure
  public :: coral_random_init
  public :: coral_goes_on, coral_notify_post, coral_notify_wait
  public :: coral_of_length
  public :: coral_place, coral_here, coral_swap_check, coral_swap_begin, coral_swapped
  public :: coral_atomic_define, coral_atomic_ref, coral_atomic_cas
  public :: coral_atomic_add, coral_atomic_and, coral_atomic_or, coral_atomic_xor
  public :: coral_atomic_fetch_add, coral_atomic_fetch_and, coral_atomic_fetch_or, &
       coral_atomic_fetch_xor
  public :: coral_co_sum, coral_co_min, coral_co_max, coral_co_broadcast, coral_co_reduce, &
       coral_co_reduce_by, coral_co_reduce_at

  ! Views and transfer. Pure, because coindexed objects may stand in pure procedures.
  interface
     pure subroutine coral_view(view, obj, lower, corank, line, file) bind(c)
       import :: coral_ik, c_int, c_char
       integer(coral_ik), intent(in), target :: view
       type(*), dimension(..), intent(in), target :: obj
       integer(coral_ik), intent(in) :: lower(*)
       integer(c_int), intent(in) :: corank, line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_view
     ! For objects of types with type-bound procedures, which type(*) does not take.
     pure subroutine coral_view_at(view, addr, size, rank, extents, steps, lower, corank, line, &
          file) bind(c)
       import :: coral_ik, c_int, c_char
       integer(coral_ik), intent(in), target :: view, addr
       integer(coral_ik), intent(in) :: size
       integer(c_int), intent(in) :: rank
       integer(coral_ik), intent(in) :: extents(*), steps(*), lower(*)
       integer(c_int), intent(in) :: corank, line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_view_at
     ! The distance of neighbours in one dimension, in bytes. Not BIND(C): gfortran gives the C
     ! descriptor of an unlimited polymorphic array of characters wrong strides.
     pure function coral_step_of(array, dim) result(step)
       import :: coral_ik
       type(*), dimension(..), intent(in) :: array
       integer, intent(in) :: dim
       integer(coral_ik) :: step
     end function coral_step_of
     ! Makes a pointer that was copied from another image's object valid here. what: 1 if it may be
     ! null, 2 if polymorphic, 4 if it is to be null where this image cannot reach what it points
     ! to, 8 if what it points to is wanted all the same,
     ! 16 to set the length of a null pointer to an array, bytes, in characters, 256 times the rank.
     pure subroutine coral_component(descriptor, parent, what, line, file) bind(c)
       import :: coral_ik, c_int, c_char
       integer(coral_ik), intent(in), target :: descriptor, parent
       integer(c_int), intent(in) :: what, line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_component
     pure subroutine coral_component_scalar(descriptor, parent, what, bytes, line, file) bind(c)
       import :: coral_ik, c_int, c_char
       integer(coral_ik), intent(in), target :: descriptor, parent
       integer(c_int), intent(in) :: what, line
       integer(coral_ik), intent(in) :: bytes
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_component_scalar
     ! The same for a polymorphic array with gfortran: what stands at a place in a sample of the
     ! object becomes the pointer.
     pure subroutine coral_component_at(descriptor, parent, place, what, line, file) bind(c)
       import :: coral_ik, c_int, c_char
       integer(coral_ik), intent(in), target :: descriptor, parent
       integer(coral_ik), intent(in) :: place
       integer(c_int), intent(in) :: what, line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_component_at
     ! Sets the pointer to such a sample, which stands behind that at an address. what: 32 more for
     ! class(*).
     pure subroutine coral_part_sample(descriptor, what, bytes) bind(c)
       import :: coral_ik, c_int
       integer(coral_ik), intent(in), target :: descriptor
       integer(c_int), intent(in) :: what
       integer(coral_ik), intent(in) :: bytes
     end subroutine coral_part_sample
     ! Around an assignment to the whole allocatable coarray at an address, which must stay there.
     pure subroutine coral_assign_begin(addr, line, file) bind(c)
       import :: coral_ik, c_int, c_char
       integer(coral_ik), intent(in) :: addr
       integer(c_int), intent(in) :: line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_assign_begin
     pure subroutine coral_assign_end() bind(c)
     end subroutine coral_assign_end
     ! The procedure of this image that a procedure pointer in another image's object means.
     function coral_procedure(code, parent, line, file) bind(c) result(here)
       import :: coral_ik, c_int, c_char, c_funptr
       type(c_funptr), value :: code
       integer(coral_ik), intent(in), target :: parent
       integer(c_int), intent(in) :: line
       character(kind=c_char, len=*), intent(in) :: file
       type(c_funptr) :: here
     end function coral_procedure
     ! Memory for an object of so many bytes, in which each word holds its own address, until
     ! coral_type is called.
     function coral_type_sample(size) bind(c) result(sample)
       import :: coral_ik, c_ptr
       integer(coral_ik), intent(in) :: size
       type(c_ptr) :: sample
     end function coral_type_sample
     ! Sets the only component of the variable at an address, a pointer.
     subroutine coral_type_point(variable, sample) bind(c)
       import :: coral_ik, c_ptr
       integer(coral_ik), intent(in) :: variable
       type(c_ptr), value :: sample
     end subroutine coral_type_point
     ! Tells of a type, to which what is of type coral_any at typed points (0: no polymorphic object
     ! can be of it): its parts, and numbers that belong to them (capi/types/layouts.c).
     subroutine coral_type(typed, text, values) bind(c)
       import :: coral_ik, c_char
       integer(coral_ik), intent(in) :: typed
       character(kind=c_char), intent(in) :: text(*)
       integer(coral_ik), intent(in) :: values(*)
     end subroutine coral_type
     ! Whether that has been told of the type with a key.
     function coral_type_told(key) bind(c) result(told)
       import :: c_char, c_bool
       character(kind=c_char), intent(in) :: key(*)
       logical(c_bool) :: told
     end function coral_type_told
     ! Copies the object at from, of which another image says what is in it, to that at to; both are
     ! of the type with the key. known: 1 if all types are told of that are not copied as they lie,
     ! and 2 if coral_copied follows.
     ! TARGET: what is at these addresses is stored to, which a compiler could otherwise take as
     ! excluded.
     pure subroutine coral_copy_object(key, to, from, known, line, file) bind(c)
       import :: coral_ik, c_int, c_char
       character(kind=c_char), intent(in) :: key(*)
       integer(coral_ik), intent(in), target :: to, from
       integer(c_int), intent(in) :: known, line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_copy_object
     ! What the objects hold that were copied before it is there.
     pure subroutine coral_copied() bind(c)
     end subroutine coral_copied
     ! The size of the object that one of type coral_any has, in bytes.
     function coral_size_of(typed) bind(c) result(size)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: typed
       integer(coral_ik) :: size
     end function coral_size_of
     ! The dynamic type of what a polymorphic pointer points to, in words that mean the same on all
     ! images. typed: where its descriptor is;
     ! unlimited: 1 for class(*).
     subroutine coral_type_of(typed, rank, unlimited, words, line, file) bind(c)
       import :: coral_ik, c_int, c_char
       integer(coral_ik), intent(in), target :: typed
       integer(c_int), intent(in) :: rank, unlimited
       integer(coral_ik), intent(out) :: words(3)
       integer(c_int), intent(in) :: line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_type_of
     ! Gives such a pointer a type, and nothing that it could be asked for but that.
     subroutine coral_take_type(typed, rank, unlimited, words) bind(c)
       import :: coral_ik, c_int
       integer(coral_ik), intent(in), target :: typed
       integer(c_int), intent(in) :: rank, unlimited
       integer(coral_ik), intent(in) :: words(3)
     end subroutine coral_take_type
     ! How objects of its dynamic type are broadcast: by which layout (none: as they lie), the
     ! address of the first, the size of each.
     function coral_broadcaster(typed, rank, unlimited, known, address, size, line, file) bind(c) &
          result(layout)
       import :: coral_ik, c_int, c_char, c_ptr
       integer(coral_ik), intent(in), target :: typed
       integer(c_int), intent(in) :: rank, unlimited, known, line
       type(c_ptr), intent(out) :: address
       integer(coral_ik), intent(out) :: size
       character(kind=c_char, len=*), intent(in) :: file
       type(c_ptr) :: layout
     end function coral_broadcaster
     ! Broadcasts objects by a layout.
     subroutine coral_co_broadcast_objects(layout, address, count, source, known, line, file, &
          stat, errmsg) bind(c)
       import :: coral_ik, c_int, c_char, c_ptr
       type(c_ptr), value :: layout, address
       integer(coral_ik), intent(in) :: count
       integer(c_int), intent(in) :: source, known, line
       character(kind=c_char, len=*), intent(in) :: file
       integer(c_int), intent(inout), optional :: stat
       character(kind=c_char, len=*), intent(inout), optional :: errmsg
     end subroutine coral_co_broadcast_objects
     ! Broadcasts the object at an address, of the type with a key.
     subroutine coral_co_broadcast_object(key, object, source, known, line, file, stat, errmsg) &
          bind(c)
       import :: coral_ik, c_int, c_char
       character(kind=c_char), intent(in) :: key(*)
       integer(coral_ik), intent(in) :: object
       integer(c_int), intent(in) :: source, known, line
       character(kind=c_char, len=*), intent(in) :: file
       integer(c_int), intent(inout), optional :: stat
       character(kind=c_char, len=*), intent(inout), optional :: errmsg
     end subroutine coral_co_broadcast_object
     ! What a procedure pointer means on all images, and back.
     function coral_procedure_place(code, line, file) bind(c) result(place)
       import :: coral_ik, c_int, c_char, c_funptr
       type(c_funptr), value :: code
       integer(c_int), intent(in) :: line
       character(kind=c_char, len=*), intent(in) :: file
       integer(coral_ik) :: place
     end function coral_procedure_place
     function coral_procedure_at(place) bind(c) result(code)
       import :: coral_ik, c_funptr
       integer(coral_ik), intent(in) :: place
       type(c_funptr) :: code
     end function coral_procedure_at
     ! Copies the object at from, of which another image says what is in it, to that at to; both are
     ! of the type that typed has. known: 1 if all types are told of that are not copied as they
     ! lie.
     subroutine coral_copy_dynamic(typed, to, from, size, known, line, file) bind(c)
       import :: coral_ik, c_int, c_char
       integer(coral_ik), intent(in), target :: typed, to, from
       integer(coral_ik), intent(in) :: size
       integer(c_int), intent(in) :: known, line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_copy_dynamic
     ! A component that a loop refers to is none.
     pure subroutine coral_no_component(image, line, file) bind(c)
       import :: c_int, c_char
       integer(c_int), intent(in) :: image, line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_no_component
     ! Reports that an operand of a collective is not allocated, not associated or not present.
     subroutine coral_no_operand(what, problem, line, file) bind(c)
       import :: c_int, c_char
       character(kind=c_char, len=*), intent(in) :: what, problem, file
       integer(c_int), intent(in) :: line
     end subroutine coral_no_operand
     ! Brings what leads to the components of an object, of the type with the key and so many bytes.
     pure subroutine coral_get_descriptors(key, object, size) bind(c)
       import :: coral_ik, c_char
       character(kind=c_char), intent(in) :: key(*)
       integer(coral_ik), intent(in), target :: object
       integer(coral_ik), intent(in) :: size
     end subroutine coral_get_descriptors
     ! Transfers of what components of another image's object hold or point to.
     pure subroutine coral_get_part(obj) bind(c)
       type(*), dimension(..), intent(in), target :: obj
     end subroutine coral_get_part
     pure subroutine coral_put_part(obj) bind(c)
       type(*), dimension(..), intent(in), target :: obj
     end subroutine coral_put_part
     pure subroutine coral_keep_part(obj) bind(c)
       type(*), dimension(..), intent(in), target :: obj
     end subroutine coral_keep_part
     pure subroutine coral_put_changed_part(obj) bind(c)
       type(*), dimension(..), intent(in), target :: obj
     end subroutine coral_put_changed_part
     ! The same, of all images whatever the current team: for image selectors with TEAM= or
     ! TEAM_NUMBER=.
     pure subroutine coral_view_initial(view, obj, lower, corank, line, file) bind(c)
       import :: coral_ik, c_int, c_char
       integer(coral_ik), intent(in), target :: view
       type(*), dimension(..), intent(in), target :: obj
       integer(coral_ik), intent(in) :: lower(*)
       integer(c_int), intent(in) :: corank, line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_view_initial
     pure subroutine coral_view_initial_at(view, addr, size, rank, extents, steps, lower, corank, &
          line, file) bind(c)
       import :: coral_ik, c_int, c_char
       integer(coral_ik), intent(in), target :: view, addr
       integer(coral_ik), intent(in) :: size
       integer(c_int), intent(in) :: rank
       integer(coral_ik), intent(in) :: extents(*), steps(*), lower(*)
       integer(c_int), intent(in) :: corank, line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_view_initial_at
     ! The character length of a view's pointer, as gfortran keeps it behind a component of deferred
     ! length.
     pure subroutine coral_view_length(view, rank, corank, length) bind(c)
       import :: coral_ik, c_int
       integer(coral_ik), intent(inout), target :: view
       integer(c_int), intent(in) :: rank, corank
       integer(coral_ik), intent(in) :: length
     end subroutine coral_view_length
     ! The same in pure procedures, which must not reference LOC: view is the first component of the
     ! view.
     pure subroutine coral_view_by(view, obj, lower, corank, line, file) bind(c)
       import :: coral_ik, c_int, c_char
       integer(coral_ik), intent(inout), target :: view
       type(*), dimension(..), intent(in), target :: obj
       integer(coral_ik), intent(in) :: lower(*)
       integer(c_int), intent(in) :: corank, line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_view_by
     pure subroutine coral_view_initial_by(view, obj, lower, corank, line, file) bind(c)
       import :: coral_ik, c_int, c_char
       integer(coral_ik), intent(inout), target :: view
       type(*), dimension(..), intent(in), target :: obj
       integer(coral_ik), intent(in) :: lower(*)
       integer(c_int), intent(in) :: corank, line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_view_initial_by
     pure subroutine coral_get(obj) bind(c)
       type(*), dimension(..), intent(in), target :: obj
     end subroutine coral_get
     pure subroutine coral_put(obj) bind(c)
       type(*), dimension(..), intent(in), target :: obj
     end subroutine coral_put
     ! The same, with the address of the section's first element: gfortran passes sections of
     ! pointers to derived or character type with a wrong one where elements do not divide the
     ! distance of images. And the bytes of an element, for arrays of substrings, to which gfortran
     ! gives the length of the whole string.
     pure subroutine coral_get_at(first, obj, size) bind(c)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: first
       type(*), dimension(..), intent(in), target :: obj
       integer(coral_ik), intent(in), optional :: size
     end subroutine coral_get_at
     ! The same as coral_get, of which the memory is there after coral_brought.
     pure subroutine coral_want(obj) bind(c)
       type(*), dimension(..), intent(in), target :: obj
     end subroutine coral_want
     pure subroutine coral_want_at(first, obj, size) bind(c)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: first
       type(*), dimension(..), intent(in), target :: obj
       integer(coral_ik), intent(in), optional :: size
     end subroutine coral_want_at
     pure subroutine coral_brought() bind(c)
     end subroutine coral_brought
     ! The same as coral_put, of which the memory stays as it is until coral_given.
     pure subroutine coral_give(obj) bind(c)
       type(*), dimension(..), intent(in), target :: obj
     end subroutine coral_give
     pure subroutine coral_give_at(first, obj, size) bind(c)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: first
       type(*), dimension(..), intent(in), target :: obj
       integer(coral_ik), intent(in), optional :: size
     end subroutine coral_give_at
     pure subroutine coral_given() bind(c)
     end subroutine coral_given
     pure subroutine coral_put_at(first, obj, size) bind(c)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: first
       type(*), dimension(..), intent(in), target :: obj
       integer(coral_ik), intent(in), optional :: size
     end subroutine coral_put_at
     ! The same for sections that a statement may define in part: they are kept as fetched, and only
     ! changes are sent.
     pure subroutine coral_keep(obj) bind(c)
       type(*), dimension(..), intent(in), target :: obj
     end subroutine coral_keep
     pure subroutine coral_put_changed(obj) bind(c)
       type(*), dimension(..), intent(in), target :: obj
     end subroutine coral_put_changed
     pure subroutine coral_keep_at(first, obj, size) bind(c)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: first
       type(*), dimension(..), intent(in), target :: obj
       integer(coral_ik), intent(in), optional :: size
     end subroutine coral_keep_at
     pure subroutine coral_put_changed_at(first, obj, size) bind(c)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: first
       type(*), dimension(..), intent(in), target :: obj
       integer(coral_ik), intent(in), optional :: size
     end subroutine coral_put_changed_at
     ! The image index of an object that is fetched when the statement comes to it: of an
     ! expression, or as an item of an input list, of which coral_items_read sends what has changed.
     pure function coral_fetched(index, obj) bind(c)
       import :: coral_ik
       integer(coral_ik), value :: index
       type(*), dimension(..), intent(in), target :: obj
       integer(coral_ik) :: coral_fetched
     end function coral_fetched
     pure function coral_fetched_at(index, first, obj, size) bind(c)
       import :: coral_ik
       integer(coral_ik), value :: index
       integer(coral_ik), intent(in), target :: first
       type(*), dimension(..), intent(in), target :: obj
       integer(coral_ik), intent(in), optional :: size
       integer(coral_ik) :: coral_fetched_at
     end function coral_fetched_at
     pure function coral_item(index, obj) bind(c)
       import :: coral_ik
       integer(coral_ik), value :: index
       type(*), dimension(..), intent(in), target :: obj
       integer(coral_ik) :: coral_item
     end function coral_item
     pure function coral_item_at(index, first, obj, size) bind(c)
       import :: coral_ik
       integer(coral_ik), value :: index
       integer(coral_ik), intent(in), target :: first
       type(*), dimension(..), intent(in), target :: obj
       integer(coral_ik), intent(in), optional :: size
       integer(coral_ik) :: coral_item_at
     end function coral_item_at
     pure subroutine coral_items_read() bind(c)
     end subroutine coral_items_read
     pure subroutine coral_copy(dst, src, line, file) bind(c)
       import :: c_int, c_char
       type(*), dimension(..), intent(inout), target :: dst
       type(*), dimension(..), intent(in), target :: src
       integer(c_int), intent(in), optional :: line
       character(kind=c_char, len=*), intent(in), optional :: file
     end subroutine coral_copy
     ! Of src nothing is changed until coral_returned is called: it may be sent from where it is.
     subroutine coral_copy_lent(dst, src, line, file) bind(c)
       import :: c_int, c_char
       type(*), dimension(..), intent(inout), target :: dst
       type(*), dimension(..), intent(in), target :: src
       integer(c_int), intent(in), optional :: line
       character(kind=c_char, len=*), intent(in), optional :: file
     end subroutine coral_copy_lent
     subroutine coral_returned() bind(c)
     end subroutine coral_returned
     ! Mapped memory by its address: bytes that follow each other, and count runs of bytes, to_step
     ! and from_step apart.
     pure subroutine coral_copy_run(to, from, bytes) bind(c)
       import :: coral_ik
       integer(coral_ik), value, target :: to, from
       integer(coral_ik), value :: bytes
     end subroutine coral_copy_run
     pure subroutine coral_copy_block(to, from, bytes, count, to_step, from_step) bind(c)
       import :: coral_ik
       integer(coral_ik), value, target :: to, from
       integer(coral_ik), value :: bytes, count, to_step, from_step
     end subroutine coral_copy_block
     ! No upper cobound of a dummy argument or associate name is below the lower one.
     pure subroutine coral_check_cobounds(cobounds, corank, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in) :: cobounds(*)
       integer, intent(in) :: corank, line
       character(*), intent(in) :: file
     end subroutine coral_check_cobounds
     pure subroutine coral_check_image(image, line, file)
       integer, intent(in) :: image, line
       character(*), intent(in) :: file
     end subroutine coral_check_image
     pure integer function coral_checked_image(image, line, file)
       integer, intent(in) :: image, line
       character(*), intent(in) :: file
     end function coral_checked_image
     pure subroutine coral_check_cosubscript(sub, low, high, dim, name, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in) :: sub, low, high
       integer, intent(in) :: dim, line
       character(*), intent(in) :: name, file
     end subroutine coral_check_cosubscript
     pure subroutine coral_check_section(first, last, step, low, high, dim, name, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in) :: first, last, step, low, high
       integer, intent(in) :: dim, line
       character(*), intent(in) :: name, file
     end subroutine coral_check_section
     pure subroutine coral_check_shape(rank, left, right, line, file)
       import :: coral_ik
       integer, intent(in) :: rank, line
       integer(coral_ik), intent(in) :: left(*), right(*)
       character(*), intent(in) :: file
     end subroutine coral_check_shape
     pure subroutine coral_check_length(left, right, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in) :: left, right
       integer, intent(in) :: line
       character(*), intent(in) :: file
     end subroutine coral_check_length
  end interface

  ! Allocation. File names are kept until the native statement that follows.
  interface
     subroutine coral_alloc_begin(line, file)
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_alloc_begin
     subroutine coral_alloc_end(addr, corank, cobounds, allocstat, line, file, stat, errmsg)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer, intent(in) :: corank, allocstat
       integer(coral_ik), intent(in) :: cobounds(*)
       integer, intent(in) :: line
       character(*), intent(in), target :: file
       integer, intent(inout), optional, target :: stat
       character(*), intent(inout), optional, target :: errmsg
     end subroutine coral_alloc_end
     subroutine coral_dealloc_begin(addr, line, file, stat, errmsg)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer, intent(in) :: line
       character(*), intent(in), target :: file
       integer, intent(inout), optional, target :: stat
       character(*), intent(inout), optional, target :: errmsg
     end subroutine coral_dealloc_begin
     subroutine coral_dealloc_meet(line, file)
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_dealloc_meet
     subroutine coral_dealloc_end(stat, errmsg)
       integer, intent(inout), target :: stat
       character(*), intent(inout), optional, target :: errmsg
     end subroutine coral_dealloc_end
     subroutine coral_move_begin(from, to, line, file, stat, errmsg)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: from, to
       integer, intent(in) :: line
       character(*), intent(in), target :: file
       integer, intent(inout), optional, target :: stat
       character(*), intent(inout), optional, target :: errmsg
     end subroutine coral_move_begin
  end interface

  ! Image control.
  interface
     subroutine coral_sync_all(line, file, stat, errmsg)
       integer, intent(in) :: line
       character(*), intent(in), target :: file
       integer, intent(inout), optional, target :: stat
       character(*), intent(inout), optional, target :: errmsg
     end subroutine coral_sync_all
     subroutine coral_sync_memory(line, file, stat, errmsg)
       integer, intent(in) :: line
       character(*), intent(in), target :: file
       integer, intent(inout), optional, target :: stat
       character(*), intent(inout), optional, target :: errmsg
     end subroutine coral_sync_memory
     subroutine coral_sync_images_all(line, file, stat, errmsg)
       integer, intent(in) :: line
       character(*), intent(in), target :: file
       integer, intent(inout), optional, target :: stat
       character(*), intent(inout), optional, target :: errmsg
     end subroutine coral_sync_images_all
     subroutine coral_critical(addr, line, file, stat, errmsg)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer, intent(in) :: line
       character(*), intent(in), target :: file
       integer, intent(inout), optional, target :: stat
       character(*), intent(inout), optional, target :: errmsg
     end subroutine coral_critical
     subroutine coral_end_critical(addr)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
     end subroutine coral_end_critical
     subroutine coral_lock(addr, line, file, acquired, stat, errmsg)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       logical, intent(out), optional, target :: acquired
       integer, intent(in) :: line
       character(*), intent(in), target :: file
       integer, intent(inout), optional, target :: stat
       character(*), intent(inout), optional, target :: errmsg
     end subroutine coral_lock
     subroutine coral_unlock(addr, line, file, stat, errmsg)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer, intent(in) :: line
       character(*), intent(in), target :: file
       integer, intent(inout), optional, target :: stat
       character(*), intent(inout), optional, target :: errmsg
     end subroutine coral_unlock
     subroutine coral_event_post(addr, line, file, stat, errmsg)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer, intent(in) :: line
       character(*), intent(in), target :: file
       integer, intent(inout), optional, target :: stat
       character(*), intent(inout), optional, target :: errmsg
     end subroutine coral_event_post
     subroutine coral_event_wait(addr, until, line, file, stat, errmsg)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(coral_ik), intent(in) :: until
       integer, intent(in) :: line
       character(*), intent(in), target :: file
       integer, intent(inout), optional, target :: stat
       character(*), intent(inout), optional, target :: errmsg
     end subroutine coral_event_wait
     pure subroutine coral_fail_image(line, file)
       integer, intent(in) :: line
       character(*), intent(in), target :: file
     end subroutine coral_fail_image
  end interface

  ! Teams.
  interface
     subroutine coral_form_team(number, team, line, file, new_index, stat, errmsg)
       import :: coral_ik, coral_team_type
       integer(coral_ik), intent(in) :: number
       type(coral_team_type), intent(inout) :: team
       integer, intent(in) :: line
       character(*), intent(in), target :: file
       integer(coral_ik), intent(in), optional :: new_index
       integer, intent(inout), optional, target :: stat
       character(*), intent(inout), optional, target :: errmsg
     end subroutine coral_form_team
     subroutine coral_change_team(team, line, file, stat, errmsg)
       import :: coral_team_type
       type(coral_team_type), intent(in) :: team
       integer, intent(in) :: line
       character(*), intent(in), target :: file
       integer, intent(inout), optional, target :: stat
       character(*), intent(inout), optional, target :: errmsg
     end subroutine coral_change_team
     subroutine coral_end_team(line, file, stat, errmsg)
       integer, intent(in) :: line
       character(*), intent(in), target :: file
       integer, intent(inout), optional, target :: stat
       character(*), intent(inout), optional, target :: errmsg
     end subroutine coral_end_team
     subroutine coral_sync_team(team, line, file, stat, errmsg)
       import :: coral_team_type
       type(coral_team_type), intent(in) :: team
       integer, intent(in) :: line
       character(*), intent(in), target :: file
       integer, intent(inout), optional, target :: stat
       character(*), intent(inout), optional, target :: errmsg
     end subroutine coral_sync_team
     pure subroutine coral_get_team_by(level, team, line, file)
       import :: coral_team_type
       integer, intent(in) :: level, line
       type(coral_team_type), intent(inout) :: team
       character(*), intent(in) :: file
     end subroutine coral_get_team_by
     ! The index in the initial team of an image of a team, or of a sibling of the current team.
     pure integer function coral_image_of(team, image, line, file)
       import :: coral_team_type
       type(coral_team_type), intent(in) :: team
       integer, intent(in) :: image, line
       character(*), intent(in) :: file
     end function coral_image_of
     pure integer function coral_image_in(number, image, line, file)
       import :: coral_ik
       integer(coral_ik), intent(in) :: number
       integer, intent(in) :: image, line
       character(*), intent(in) :: file
     end function coral_image_in
     pure integer function coral_this_image_of(team, line, file, asks)
       import :: coral_team_type
       type(coral_team_type), intent(in), optional :: team ! absent as TEAM of THIS_IMAGE may be
       integer, intent(in) :: line
       character(*), intent(in) :: file, asks
     end function coral_this_image_of
     pure integer function coral_sibling_size(number, line, file, asks)
       import :: coral_ik
       integer(coral_ik), intent(in) :: number
       integer, intent(in) :: line
       character(*), intent(in) :: file, asks
     end function coral_sibling_size
     ! IMAGE_INDEX of cosubscripts of an allocated coarray, whose cobounds its memory has. In C,
     ! since flang 19 compiles no procedure with an assumed-rank argument.
     pure integer(c_int32_t) function coral_image_index_now(object, corank, sub, line, file) bind(c)
       import :: c_int32_t, c_char, coral_ik
       type(*), dimension(..), intent(in) :: object
       integer(c_int32_t), intent(in) :: corank, line
       integer(coral_ik), intent(in) :: sub(*)
       character(kind=c_char,len=*), intent(in) :: file
     end function coral_image_index_now
     ! One of the cobounds of an allocated coarray at an address, lower1, upper1, lower2, ..,
     ! lowerN, by the place among them.
     pure integer(coral_ik) function coral_cobound_now(addr, corank, place, line, file) bind(c)
       import :: c_int32_t, c_char, coral_ik
       integer(coral_ik), intent(in) :: addr
       integer(c_int32_t), intent(in) :: corank, place, line
       character(kind=c_char,len=*), intent(in) :: file
     end function coral_cobound_now
     ! The state of an image of the current or another team: 0, STAT_FAILED_IMAGE or
     ! STAT_STOPPED_IMAGE.
     pure integer function coral_status_current(image, line, file)
       integer, intent(in) :: image, line
       character(*), intent(in) :: file
     end function coral_status_current
     pure integer function coral_status_in_team(team, image, line, file)
       import :: coral_team_type
       type(coral_team_type), intent(in) :: team
       integer, intent(in) :: image, line
       character(*), intent(in) :: file
     end function coral_status_in_team
     ! The same, to be asked again each time. gfortran finds out by itself that a procedure is pure
     ! if all that it calls is.
     integer function coral_status_current_again(image, line, file)
       integer, intent(in) :: image, line
       character(*), intent(in) :: file
     end function coral_status_current_again
     integer function coral_status_in_team_again(team, image, line, file)
       import :: coral_team_type
       type(coral_team_type), intent(in) :: team
       integer, intent(in) :: image, line
       character(*), intent(in) :: file
     end function coral_status_in_team_again
     integer(c_int32_t) function coral_random_word() bind(c)
       import :: c_int32_t
     end function coral_random_word
     integer(c_int32_t) function coral_random_image() bind(c)
       import :: c_int32_t
     end function coral_random_image
     ! STAT= of an image selector: whether the image has failed. If so, what the selector refers to
     ! is left as it is.
     integer(c_int32_t) function coral_selected_stat(image, line, file) &
          bind(c, name='coral_selected_stat_')
       import :: c_int32_t, c_char
       integer(c_int32_t), intent(in) :: image, line
       character(kind=c_char,len=*), intent(in) :: file
     end function coral_selected_stat
     integer(c_int32_t) function coral_selected_stat_initial(image, line, file) &
          bind(c, name='coral_selected_stat_initial_')
       import :: c_int32_t, c_char
       integer(c_int32_t), intent(in) :: image, line
       character(kind=c_char,len=*), intent(in) :: file
     end function coral_selected_stat_initial
     ! Whether the current team has allocated a coarray.
     logical(c_bool) function coral_of_team(addr)
       import :: coral_ik, c_bool
       integer(coral_ik), intent(in), target :: addr
     end function coral_of_team
     pure integer(c_int32_t) function coral_selected_stat_in_pure(image, line, file) &
          bind(c, name='coral_selected_stat_')
       import :: c_int32_t, c_char
       integer(c_int32_t), intent(in) :: image, line
       character(kind=c_char,len=*), intent(in) :: file
     end function coral_selected_stat_in_pure
     pure integer(c_int32_t) function coral_selected_stat_initial_in_pure(image, line, file) &
          bind(c, name='coral_selected_stat_initial_')
       import :: c_int32_t, c_char
       integer(c_int32_t), intent(in) :: image, line
       character(kind=c_char,len=*), intent(in) :: file
     end function coral_selected_stat_initial_in_pure
     ! Takes the descriptor of an allocatable of any type: see coral_noter.
     subroutine coral_note_descriptor() bind(c)
     end subroutine coral_note_descriptor
     ! Completes the descriptor of an allocatable of any type: see coral_spanner.
     subroutine coral_complete_span() bind(c)
     end subroutine coral_complete_span
     ! Points a structure whose only component is a procedure pointer to a procedure:
     ! C_F_PROCPOINTER is not pure.
     pure subroutine coral_hold(place, address) bind(c)
       import :: c_funptr
       type(*), intent(inout) :: place
       type(c_funptr), intent(in), value :: address
     end subroutine coral_hold
  end interface

  ! The number of images of a team, or of that with a team number. asks is the function of the
  ! program, for messages.
  interface coral_team_size
     pure integer function coral_team_images(team, line, file, asks)
       import :: coral_team_type
       type(coral_team_type), intent(in) :: team
       integer, intent(in) :: line
       character(*), intent(in) :: file, asks
     end function coral_team_images
     module procedure sibling_size_i1, sibling_size_i2, sibling_size_i4, sibling_size_i8
  end interface coral_team_size

  ! OpenMP's atomic constructs on objects of images that are not mapped: statements are repeated
  ! until the word could be exchanged.
  interface
     ! In a team with a window, where coral_lib is true: the address in a slot for one in the
     ! window.
     pure integer(coral_ik) function coral_place(addr) bind(c)
       import :: coral_ik
       integer(coral_ik), intent(in), value :: addr
     end function coral_place
     pure logical(c_bool) function coral_here(addr) bind(c)
       import :: coral_ik, c_bool
       integer(coral_ik), intent(in), target :: addr
     end function coral_here
     subroutine coral_swap_check(addr, bytes, line, file) bind(c)
       import :: coral_ik, c_int, c_char
       integer(coral_ik), intent(in), target :: addr
       integer(coral_ik), intent(in) :: bytes
       integer(c_int), intent(in) :: line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_swap_check
     subroutine coral_swap_begin(addr, bytes, line, file) bind(c)
       import :: coral_ik, c_int, c_char
       integer(coral_ik), intent(in), target :: addr
       integer(coral_ik), intent(in) :: bytes
       integer(c_int), intent(in) :: line
       character(kind=c_char, len=*), intent(in) :: file
     end subroutine coral_swap_begin
     logical(c_bool) function coral_swapped() bind(c)
       import :: c_bool
     end function coral_swapped
  end interface

  ! Notify variables (F2023 11.6.9): events that a put counts.
  interface
     subroutine coral_notify_post(addr, image, initial)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr ! of the own one
       ! whose is meant, in the current team or the initial one
       integer, intent(in) :: image
       logical, intent(in) :: initial
     end subroutine coral_notify_post
     subroutine coral_notify_wait(addr, until, line, file, stat, errmsg)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(coral_ik), intent(in) :: until
       integer, intent(in) :: line
       character(*), intent(in), target :: file
       integer, intent(inout), optional, target :: stat
       character(*), intent(inout), optional, target :: errmsg
     end subroutine coral_notify_wait
  end interface

  ! Specification functions: the integer at this place on an image of the current team, in bounds
  ! and lengths of declarations.
  interface coral_bound
    module procedure bound_1, bound_2, bound_4, bound_8
  end interface coral_bound
  interface coral_event_query
     module procedure event_query_i1, event_query_i2, event_query_i4, event_query_i8
  end interface coral_event_query

  interface coral_sync_images
     module procedure sync_image_i1, sync_image_i2, sync_image_i4, sync_image_i8
     module procedure sync_images_i1, sync_images_i2, sync_images_i4, sync_images_i8
  end interface coral_sync_images

  interface
     subroutine coral_event_query_(addr, count, stat) bind(c, name='coral_event_query_')
       import :: coral_ik, c_int
       integer(coral_ik), intent(in), target :: addr
       integer(coral_ik), intent(out) :: count
       integer(c_int), intent(out), optional :: stat
     end subroutine coral_event_query_
     subroutine coral_sync_images_one(image, line, file, stat, errmsg)
       import :: coral_ik
       integer(coral_ik), intent(in) :: image
       integer, intent(in) :: line
       character(*), intent(in), target :: file
       integer, intent(inout), optional, target :: stat
       character(*), intent(inout), optional, target :: errmsg
     end subroutine coral_sync_images_one
     subroutine coral_sync_images_set(images, count, line, file, stat, errmsg)
       import :: coral_ik
       integer(coral_ik), intent(in) :: images(*), count
       integer, intent(in) :: line
       character(*), intent(in), target :: file
       integer, intent(inout), optional, target :: stat
       character(*), intent(inout), optional, target :: errmsg
     end subroutine coral_sync_images_set
  end interface

  ! Termination.
  interface coral_stop
     module procedure stop_number, stop_long, stop_text, stop_plain
  end interface coral_stop
  interface coral_error_stop
     module procedure error_stop_number, error_stop_long, error_stop_text, error_stop_plain
  end interface coral_error_stop
  interface
     subroutine coral_flush() bind(c)
     end subroutine coral_flush
     subroutine coral_stop_number(code, quiet, error) bind(c)
       import :: c_int32_t, c_bool
       integer(c_int32_t), value :: code
       logical(c_bool), value :: quiet, error
     end subroutine coral_stop_number
     subroutine coral_stop_text(text, length, quiet, error) bind(c)
       import :: c_char, coral_ik, c_bool
       character(kind=c_char), intent(in) :: text(*)
       integer(coral_ik), value :: length
       logical(c_bool), value :: quiet, error
     end subroutine coral_stop_text
     subroutine coral_stop_plain(quiet, error) bind(c)
       import :: c_bool
       logical(c_bool), value :: quiet, error
     end subroutine coral_stop_plain
  end interface
  ! ERROR STOP may stand in pure procedures (F2018 C1599).
  interface
     pure subroutine coral_error_number(code, quiet, line, file, length) bind(c)
       import :: c_int32_t, c_bool, c_char, coral_ik
       integer(c_int32_t), value :: code, line
       logical(c_bool), value :: quiet
       character(kind=c_char), intent(in) :: file(*)
       integer(coral_ik), value :: length
     end subroutine coral_error_number
     pure subroutine coral_error_text(text, text_length, quiet, line, file, length) bind(c)
       import :: c_int32_t, c_char, coral_ik, c_bool
       character(kind=c_char), intent(in) :: text(*), file(*)
       integer(coral_ik), value :: text_length, length
       integer(c_int32_t), value :: line
       logical(c_bool), value :: quiet
     end subroutine coral_error_text
     pure subroutine coral_error_plain(quiet, line, file, length) bind(c)
       import :: c_int32_t, c_bool, c_char, coral_ik
       logical(c_bool), value :: quiet
       integer(c_int32_t), value :: line
       character(kind=c_char), intent(in) :: file(*)
       integer(coral_ik), value :: length
     end subroutine coral_error_plain
  end interface

  ! Atomic subroutines, over integers and logicals of 4 and 8 bytes.
  interface coral_atomic_define
     subroutine coral_atomic_define_i4(addr, value, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(4), intent(in) :: value
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_define_i4
     subroutine coral_atomic_define_i8(addr, value, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(8), intent(in) :: value
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_define_i8
     subroutine coral_atomic_define_l4(addr, value, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       logical(4), intent(in) :: value
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_define_l4
     subroutine coral_atomic_define_l8(addr, value, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       logical(8), intent(in) :: value
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_define_l8
  end interface coral_atomic_define
  interface coral_atomic_ref
     subroutine coral_atomic_ref_i4(value, addr, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(4), intent(out) :: value
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_ref_i4
     subroutine coral_atomic_ref_i8(value, addr, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(8), intent(out) :: value
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_ref_i8
     subroutine coral_atomic_ref_l4(value, addr, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       logical(4), intent(out) :: value
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_ref_l4
     subroutine coral_atomic_ref_l8(value, addr, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       logical(8), intent(out) :: value
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_ref_l8
  end interface coral_atomic_ref
  interface coral_atomic_cas
     subroutine coral_atomic_cas_i4(addr, old, compare, new, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(4), intent(out) :: old
       integer(4), intent(in) :: compare, new
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_cas_i4
     subroutine coral_atomic_cas_i8(addr, old, compare, new, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(8), intent(out) :: old
       integer(8), intent(in) :: compare, new
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_cas_i8
     subroutine coral_atomic_cas_l4(addr, old, compare, new, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       logical(4), intent(out) :: old
       logical(4), intent(in) :: compare, new
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_cas_l4
     subroutine coral_atomic_cas_l8(addr, old, compare, new, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       logical(8), intent(out) :: old
       logical(8), intent(in) :: compare, new
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_cas_l8
  end interface coral_atomic_cas
  interface coral_atomic_add
     subroutine coral_atomic_add_i4(addr, value, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(4), intent(in) :: value
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_add_i4
     subroutine coral_atomic_add_i8(addr, value, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(8), intent(in) :: value
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_add_i8
  end interface coral_atomic_add
  interface coral_atomic_fetch_add
     subroutine coral_atomic_fetch_add_i4(addr, value, old, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(4), intent(in) :: value
       integer(4), intent(out) :: old
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_fetch_add_i4
     subroutine coral_atomic_fetch_add_i8(addr, value, old, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(8), intent(in) :: value
       integer(8), intent(out) :: old
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_fetch_add_i8
  end interface coral_atomic_fetch_add
  interface coral_atomic_and
     subroutine coral_atomic_and_i4(addr, value, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(4), intent(in) :: value
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_and_i4
     subroutine coral_atomic_and_i8(addr, value, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(8), intent(in) :: value
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_and_i8
  end interface coral_atomic_and
  interface coral_atomic_fetch_and
     subroutine coral_atomic_fetch_and_i4(addr, value, old, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(4), intent(in) :: value
       integer(4), intent(out) :: old
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_fetch_and_i4
     subroutine coral_atomic_fetch_and_i8(addr, value, old, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(8), intent(in) :: value
       integer(8), intent(out) :: old
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_fetch_and_i8
  end interface coral_atomic_fetch_and
  interface coral_atomic_or
     subroutine coral_atomic_or_i4(addr, value, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(4), intent(in) :: value
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_or_i4
     subroutine coral_atomic_or_i8(addr, value, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(8), intent(in) :: value
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_or_i8
  end interface coral_atomic_or
  interface coral_atomic_fetch_or
     subroutine coral_atomic_fetch_or_i4(addr, value, old, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(4), intent(in) :: value
       integer(4), intent(out) :: old
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_fetch_or_i4
     subroutine coral_atomic_fetch_or_i8(addr, value, old, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(8), intent(in) :: value
       integer(8), intent(out) :: old
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_fetch_or_i8
  end interface coral_atomic_fetch_or
  interface coral_atomic_xor
     subroutine coral_atomic_xor_i4(addr, value, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(4), intent(in) :: value
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_xor_i4
     subroutine coral_atomic_xor_i8(addr, value, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(8), intent(in) :: value
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_xor_i8
  end interface coral_atomic_xor
  interface coral_atomic_fetch_xor
     subroutine coral_atomic_fetch_xor_i4(addr, value, old, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(4), intent(in) :: value
       integer(4), intent(out) :: old
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_fetch_xor_i4
     subroutine coral_atomic_fetch_xor_i8(addr, value, old, stat)
       import :: coral_ik
       integer(coral_ik), intent(in), target :: addr
       integer(8), intent(in) :: value
       integer(8), intent(out) :: old
       integer, intent(out), optional :: stat
     end subroutine coral_atomic_fetch_xor_i8
  end interface coral_atomic_fetch_xor

  ! Collective subroutines. image is RESULT_IMAGE, or coral_all_images; or SOURCE_IMAGE.
  interface
     subroutine coral_co_sum(a, image, line, file, stat, errmsg) bind(c)
       import :: c_int, c_char
       type(*), dimension(..), intent(inout), target :: a
       integer(c_int), intent(in) :: image, line
       character(kind=c_char, len=*), intent(in) :: file
       integer(c_int), intent(inout), optional :: stat
       character(kind=c_char, len=*), intent(inout), optional :: errmsg
     end subroutine coral_co_sum
     subroutine coral_co_min(a, image, line, file, stat, errmsg) bind(c)
       import :: c_int, c_char
       type(*), dimension(..), intent(inout), target :: a
       integer(c_int), intent(in) :: image, line
       character(kind=c_char, len=*), intent(in) :: file
       integer(c_int), intent(inout), optional :: stat
       character(kind=c_char, len=*), intent(inout), optional :: errmsg
     end subroutine coral_co_min
     subroutine coral_co_max(a, image, line, file, stat, errmsg) bind(c)
       import :: c_int, c_char
       type(*), dimension(..), intent(inout), target :: a
       integer(c_int), intent(in) :: image, line
       character(kind=c_char, len=*), intent(in) :: file
       integer(c_int), intent(inout), optional :: stat
       character(kind=c_char, len=*), intent(inout), optional :: errmsg
     end subroutine coral_co_max
     subroutine coral_co_broadcast(a, image, line, file, stat, errmsg) bind(c)
       import :: c_int, c_char
       type(*), dimension(..), intent(inout), target :: a
       integer(c_int), intent(in) :: image, line
       character(kind=c_char, len=*), intent(in) :: file
       integer(c_int), intent(inout), optional :: stat
       character(kind=c_char, len=*), intent(inout), optional :: errmsg
     end subroutine coral_co_broadcast
     subroutine coral_co_reduce(a, op, image, line, file, stat, errmsg) bind(c)
       import :: c_int, c_char, c_funptr
       type(*), dimension(..), intent(inout), target :: a
       type(c_funptr), value :: op
       integer(c_int), intent(in) :: image, line
       character(kind=c_char, len=*), intent(in) :: file
       integer(c_int), intent(inout), optional :: stat
       character(kind=c_char, len=*), intent(inout), optional :: errmsg
     end subroutine coral_co_reduce
     subroutine coral_co_reduce_by(a, op, image, line, file, stat, errmsg) bind(c)
       import :: c_int, c_char, c_funptr
       type(*), dimension(..), intent(inout), target :: a
       type(c_funptr), value :: op
       integer(c_int), intent(in) :: image, line
       character(kind=c_char, len=*), intent(in) :: file
       integer(c_int), intent(inout), optional :: stat
       character(kind=c_char, len=*), intent(inout), optional :: errmsg
     end subroutine coral_co_reduce_by
     subroutine coral_co_reduce_at(addr, size, rank, extents, steps, op, image, line, file, stat, &
          errmsg) bind(c)
       import :: coral_ik, c_int, c_char, c_funptr
       integer(coral_ik), intent(in) :: addr, size
       integer(c_int), intent(in) :: rank
       integer(coral_ik), intent(in) :: extents(*), steps(*)
       type(c_funptr), value :: op
       integer(c_int), intent(in) :: image, line
       character(kind=c_char, len=*), intent(in) :: file
       integer(c_int), intent(inout), optional :: stat
       character(kind=c_char, len=*), intent(inout), optional :: errmsg
     end subroutine coral_co_reduce_at
  end interface

contains

  ! CO_BROADCAST of the count objects that a polymorphic pointer points to.
  recursive subroutine coral_broadcast_dynamic(typed, rank, unlimited, count, known, source, &
       line, file, message, stat)
    integer(coral_ik), intent(in), target :: typed
    integer(coral_ik), intent(in) :: count
    integer, intent(in) :: rank, unlimited, known, source, line
    character(len=*), intent(in) :: file
    character(len=:), allocatable, intent(inout) :: message
    integer, intent(inout), optional :: stat
    integer(c_int8_t), pointer :: bytes(:)
    integer(coral_ik) :: size
    type(c_ptr) :: address, layout
    layout = coral_broadcaster(typed, rank, unlimited, known, address, size, line, file)
    if (count * size == 0) return
    if (c_associated(layout)) then
      call coral_co_broadcast_objects(layout, address, count, source, known, line, file, stat, &
           message)
    else
      call c_f_pointer(address, bytes, [count * size])
      call coral_co_broadcast(bytes, source, line, file, stat, message)
    end if
  end subroutine coral_broadcast_dynamic

  ! -check in implied loops: a subscript, or a section's first, that has been checked.
  elemental integer(coral_ik) function coral_checked_subscript(sub, low, high, dim, name, line, &
       file) result(checked)
    integer(coral_ik), intent(in) :: sub, low, high
    integer, intent(in) :: dim, line
    character(*), intent(in) :: name, file
    call coral_check_section(sub, sub, 1_coral_ik, low, high, dim, name, line, file)
    checked = sub
  end function coral_checked_subscript

  elemental integer(coral_ik) function coral_checked_cosubscript(sub, low, high, dim, name, line, &
       file) result(checked)
    integer(coral_ik), intent(in) :: sub, low, high
    integer, intent(in) :: dim, line
    character(*), intent(in) :: name, file
    call coral_check_cosubscript(sub, low, high, dim, name, line, file)
    checked = sub
  end function coral_checked_cosubscript

  pure integer(coral_ik) function coral_checked_section(first, last, step, low, high, dim, name, &
       line, file) result(checked)
    integer(coral_ik), intent(in) :: first, last, step, low, high
    integer, intent(in) :: dim, line
    character(*), intent(in) :: name, file
    call coral_check_section(first, last, step, low, high, dim, name, line, file)
    checked = first
  end function coral_checked_section

  ! Characters with the length of what they are assigned to, which is not read.
  elemental function coral_of_length(value, to) result(text)
    character(*), intent(in) :: value, to
    character(len(to)) :: text
    text = value
  end function coral_of_length

  ! The image index of cosubscripts, 0 if there is none (F2018 16.9.97). cobounds: lower1, upper1,
  ! lower2, .., lowerN.
  pure integer function coral_image_index(sub, cobounds, images) result(image)
    integer(coral_ik), intent(in) :: sub(:)
    integer(coral_ik), intent(in) :: cobounds(:)
    integer, intent(in), optional :: images ! of the team, if it is not the current one
    integer(coral_ik) :: index, factor
    integer :: d, n
    image = 0
    index = 1
    factor = 1
    n = (size(cobounds) + 1) / 2
    if (size(sub) /= n) return
    do d = 1, n
       if (sub(d) < cobounds(2*d-1)) return
       index = index + (sub(d) - cobounds(2*d-1)) * factor
       if (d == n) exit
       if (sub(d) > cobounds(2*d)) return
       factor = factor * (cobounds(2*d) - cobounds(2*d-1) + 1)
    end do
    if (present(images)) then
       if (index <= images) image = int(index)
    else if (index <= coral_num) then
       image = int(index)
    end if
  end function coral_image_index

  pure function bound_1(object, image, line, file) result(value)
    integer(1), intent(in) :: object
    integer(4), intent(in) :: image, line
    character(*), intent(in) :: file
    integer(1) :: value
    type :: view
       integer(coral_ik) :: gen = -1_coral_ik
       integer(coral_ik) :: c(2)
       integer(1), pointer :: p(:)
    end type view
    type(view) :: v
    call coral_check_image(image, line, file)
    call coral_view_by(v%gen, object, [1_coral_ik], 1, line, file)
    if (coral_lib) call coral_get(v%p(image))
    value = v%p(image)
  end function bound_1

  pure function bound_2(object, image, line, file) result(value)
    integer(2), intent(in) :: object
    integer(4), intent(in) :: image, line
    character(*), intent(in) :: file
    integer(2) :: value
    type :: view
       integer(coral_ik) :: gen = -1_coral_ik
       integer(coral_ik) :: c(2)
       integer(2), pointer :: p(:)
    end type view
    type(view) :: v
    call coral_check_image(image, line, file)
    call coral_view_by(v%gen, object, [1_coral_ik], 1, line, file)
    if (coral_lib) call coral_get(v%p(image))
    value = v%p(image)
  end function bound_2

  pure function bound_4(object, image, line, file) result(value)
    integer(4), intent(in) :: object
    integer(4), intent(in) :: image, line
    character(*), intent(in) :: file
    integer(4) :: value
    type :: view
       integer(coral_ik) :: gen = -1_coral_ik
       integer(coral_ik) :: c(2)
       integer(4), pointer :: p(:)
    end type view
    type(view) :: v
    call coral_check_image(image, line, file)
    call coral_view_by(v%gen, object, [1_coral_ik], 1, line, file)
    if (coral_lib) call coral_get(v%p(image))
    value = v%p(image)
  end function bound_4

  pure function bound_8(object, image, line, file) result(value)
    integer(8), intent(in) :: object
    integer(4), intent(in) :: image, line
    character(*), intent(in) :: file
    integer(8) :: value
    type :: view
       integer(coral_ik) :: gen = -1_coral_ik
       integer(coral_ik) :: c(2)
       integer(8), pointer :: p(:)
    end type view
    type(view) :: v
    call coral_check_image(image, line, file)
    call coral_view_by(v%gen, object, [1_coral_ik], 1, line, file)
    if (coral_lib) call coral_get(v%p(image))
    value = v%p(image)
  end function bound_8

  pure function coral_cosubscripts(image, cobounds) result(sub)
    integer, intent(in) :: image
    integer(coral_ik), intent(in) :: cobounds(:)
    ! of a kind that does not depend on the options of the files that use this
    integer :: sub((size(cobounds, kind=coral_ik) + 1) / 2)
    integer(coral_ik) :: rest, extent
    integer :: d
    rest = image - 1
    do d = 1, size(sub) - 1
       extent = cobounds(2*d) - cobounds(2*d-1) + 1
       sub(d) = int(cobounds(2*d-1) + mod(rest, extent))
       rest = rest / extent
    end do
    d = size(sub)
    sub(d) = int(cobounds(2*d-1) + rest)
  end function coral_cosubscripts

  pure integer function coral_cosubscript(image, cobounds, dim) result(sub)
    integer, intent(in) :: image, dim
    integer(coral_ik), intent(in) :: cobounds(:)
    integer :: all((size(cobounds) + 1) / 2)
    all = coral_cosubscripts(image, cobounds)
    sub = all(dim)
  end function coral_cosubscript

  ! IMAGE_STATUS (F2018 16.9.98). Asked again the answer may be another, but a pure function may be
  ! asked once for a whole loop: the pure one is for pure procedures only.
  impure elemental integer function coral_image_status(image, line, file, team) result(status)
    integer, intent(in) :: image, line
    character(*), intent(in) :: file
    type(coral_team_type), intent(in), optional :: team
    if (present(team)) then
       status = coral_status_in_team_again(team, image, line, file)
    else
       status = coral_status_current_again(image, line, file)
    end if
  end function coral_image_status

  elemental integer function coral_image_status_in_pure(image, line, file, team) result(status)
    integer, intent(in) :: image, line
    character(*), intent(in) :: file
    type(coral_team_type), intent(in), optional :: team
    if (present(team)) then
       status = coral_status_in_team(team, image, line, file)
    else
       status = coral_status_current(image, line, file)
    end if
  end function coral_image_status_in_pure

  ! FAILED_IMAGES, STOPPED_IMAGES (F2018 16.9.77, 16.9.183): in ascending order.
  function coral_failed_images(line, file, team) result(images)
    integer, intent(in) :: line
    character(*), intent(in) :: file
    type(coral_team_type), intent(in), optional :: team
    integer, allocatable :: images(:)
    integer :: asked
    asked = coral_image_status(1, line, file) ! this one looks at the network, for all that follow
    images = coral_failed_images_in_pure(line, file, team)
  end function coral_failed_images

  function coral_stopped_images(line, file, team) result(images)
    integer, intent(in) :: line
    character(*), intent(in) :: file
    type(coral_team_type), intent(in), optional :: team
    integer, allocatable :: images(:)
    integer :: asked
    asked = coral_image_status(1, line, file)
    images = coral_stopped_images_in_pure(line, file, team)
  end function coral_stopped_images

  pure function coral_failed_images_in_pure(line, file, team) result(images)
    integer, intent(in) :: line
    character(*), intent(in) :: file
    type(coral_team_type), intent(in), optional :: team
    integer, allocatable :: images(:)
    images = images_in(c_failed, line, file, 'failed_images', team)
  end function coral_failed_images_in_pure

  pure function coral_stopped_images_in_pure(line, file, team) result(images)
    integer, intent(in) :: line
    character(*), intent(in) :: file
    type(coral_team_type), intent(in), optional :: team
    integer, allocatable :: images(:)
    images = images_in(c_stopped, line, file, 'stopped_images', team)
  end function coral_stopped_images_in_pure

  pure function images_in(status, line, file, asks, team) result(images)
    integer(c_int32_t), intent(in) :: status
    integer, intent(in) :: line
    character(*), intent(in) :: file, asks
    type(coral_team_type), intent(in), optional :: team
    integer, allocatable :: images(:)
    type(coral_team_type) :: members
    integer :: i, k, n, size
    members = coral_get_team()
    if (present(team)) members = team
    size = coral_team_size(members, line, file, asks)
    n = 0
    do i = 1, size
       if (coral_image_status_in_pure(i, line, file, members) == status) n = n + 1
    end do
    allocate (images(n))
    k = 0
    do i = 1, size
       if (k == n) exit
       if (coral_image_status_in_pure(i, line, file, members) == status) then
          k = k + 1
          images(k) = i
       end if
    end do
  end function images_in

  ! What generated code converts to a procedure pointer with an interface for the coarray that it
  ! has allocated.
  type(c_funptr) function coral_noter()
    coral_noter = c_funloc(coral_note_descriptor)
  end function coral_noter

  ! The same for a variable whose descriptor has perhaps no span.
  pure type(c_funptr) function coral_spanner()
    coral_spanner = c_funloc(coral_complete_span)
  end function coral_spanner

  ! GET_TEAM (F2018 16.9.85); a level that is not given is that of the current team.
  pure function coral_get_team(level, line, file) result(team)
    integer, intent(in), optional :: level, line
    character(*), intent(in), optional :: file
    type(coral_team_type) :: team
    if (.not. present(level)) then
       call coral_get_team_by(-3, team, 0, '')
    else if (present(line)) then
       call coral_get_team_by(level, team, line, file)
    else
       call coral_get_team_by(level, team, 0, '')
    end if
  end function coral_get_team

  pure integer function coral_team_number(team, line, file) result(number)
    type(coral_team_type), intent(in), optional :: team
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    type(coral_team_type) :: current
    if (present(team)) then
       number = int(team%number)
       ! Reports a team that is not defined.
       if (team%address == 0 .and. present(line)) &
            number = coral_team_images(team, line, file, 'team_number')
    else
       current = coral_get_team()
       number = int(current%number)
    end if
  end function coral_team_number

  pure integer function sibling_size_i1(number, line, file, asks) result(n)
    integer(1), intent(in) :: number
    integer, intent(in) :: line
    character(*), intent(in) :: file, asks
    n = coral_sibling_size(int(number, coral_ik), line, file, asks)
  end function sibling_size_i1

  pure integer function sibling_size_i2(number, line, file, asks) result(n)
    integer(2), intent(in) :: number
    integer, intent(in) :: line
    character(*), intent(in) :: file, asks
    n = coral_sibling_size(int(number, coral_ik), line, file, asks)
  end function sibling_size_i2

  pure integer function sibling_size_i4(number, line, file, asks) result(n)
    integer(4), intent(in) :: number
    integer, intent(in) :: line
    character(*), intent(in) :: file, asks
    n = coral_sibling_size(int(number, coral_ik), line, file, asks)
  end function sibling_size_i4

  pure integer function sibling_size_i8(number, line, file, asks) result(n)
    integer(8), intent(in) :: number
    integer, intent(in) :: line
    character(*), intent(in) :: file, asks
    n = coral_sibling_size(number, line, file, asks)
  end function sibling_size_i8

  ! RANDOM_INIT: seeds that differ by image differ by Coral's images, of which the compiler knows
  ! nothing, and those that do not differ are the same also where they cannot be foreseen.
  subroutine coral_random_init(repeatable, image_distinct)
    logical, intent(in) :: repeatable, image_distinct
    integer, allocatable :: seed(:)
    integer :: n, i
    call random_init(repeatable, image_distinct)
    if (repeatable .neqv. image_distinct) return
    call random_seed(size=n)
    allocate (seed(n))
    call random_seed(get=seed)
    do i = 1, n
       if (repeatable) then
          seed(i) = ieor(seed(i), 40503*coral_random_image())
       else
          seed(i) = coral_random_word()
       end if
    end do
    call random_seed(put=seed)
  end subroutine coral_random_init

  ! A list of coarrays is (de)allocated to its end also without an image that has failed.
  pure logical function coral_goes_on(stat)
    integer, intent(in) :: stat
    coral_goes_on = stat == 0 .or. stat == env_failed
  end function coral_goes_on

  subroutine event_query_i1(addr, count, stat)
    integer(coral_ik), intent(in), target :: addr
    integer(1), intent(out) :: count
    integer, intent(out), optional :: stat
    integer(coral_ik) :: n
    call coral_event_query_(addr, n, stat)
    count = int(n, 1)
  end subroutine event_query_i1

  subroutine sync_image_i1(set, line, file, stat, errmsg)
    integer(1), intent(in) :: set
    integer, intent(in) :: line
    character(*), intent(in) :: file
    integer, intent(inout), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call coral_sync_images_one(int(set, coral_ik), line, file, stat, errmsg)
  end subroutine sync_image_i1

  subroutine sync_images_i1(set, line, file, stat, errmsg)
    integer(1), intent(in) :: set(:)
    integer, intent(in) :: line
    character(*), intent(in) :: file
    integer, intent(inout), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call coral_sync_images_set(int(set, coral_ik), size(set, kind=coral_ik), line, file, stat, &
         errmsg)
  end subroutine sync_images_i1

  subroutine event_query_i2(addr, count, stat)
    integer(coral_ik), intent(in), target :: addr
    integer(2), intent(out) :: count
    integer, intent(out), optional :: stat
    integer(coral_ik) :: n
    call coral_event_query_(addr, n, stat)
    count = int(n, 2)
  end subroutine event_query_i2

  subroutine sync_image_i2(set, line, file, stat, errmsg)
    integer(2), intent(in) :: set
    integer, intent(in) :: line
    character(*), intent(in) :: file
    integer, intent(inout), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call coral_sync_images_one(int(set, coral_ik), line, file, stat, errmsg)
  end subroutine sync_image_i2

  subroutine sync_images_i2(set, line, file, stat, errmsg)
    integer(2), intent(in) :: set(:)
    integer, intent(in) :: line
    character(*), intent(in) :: file
    integer, intent(inout), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call coral_sync_images_set(int(set, coral_ik), size(set, kind=coral_ik), line, file, stat, &
         errmsg)
  end subroutine sync_images_i2

  subroutine event_query_i4(addr, count, stat)
    integer(coral_ik), intent(in), target :: addr
    integer(4), intent(out) :: count
    integer, intent(out), optional :: stat
    integer(coral_ik) :: n
    call coral_event_query_(addr, n, stat)
    count = int(n, 4)
  end subroutine event_query_i4

  subroutine sync_image_i4(set, line, file, stat, errmsg)
    integer(4), intent(in) :: set
    integer, intent(in) :: line
    character(*), intent(in) :: file
    integer, intent(inout), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call coral_sync_images_one(int(set, coral_ik), line, file, stat, errmsg)
  end subroutine sync_image_i4

  subroutine sync_images_i4(set, line, file, stat, errmsg)
    integer(4), intent(in) :: set(:)
    integer, intent(in) :: line
    character(*), intent(in) :: file
    integer, intent(inout), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call coral_sync_images_set(int(set, coral_ik), size(set, kind=coral_ik), line, file, stat, &
         errmsg)
  end subroutine sync_images_i4

  subroutine event_query_i8(addr, count, stat)
    integer(coral_ik), intent(in), target :: addr
    integer(8), intent(out) :: count
    integer, intent(out), optional :: stat
    integer(coral_ik) :: n
    call coral_event_query_(addr, n, stat)
    count = int(n, 8)
  end subroutine event_query_i8

  subroutine sync_image_i8(set, line, file, stat, errmsg)
    integer(8), intent(in) :: set
    integer, intent(in) :: line
    character(*), intent(in) :: file
    integer, intent(inout), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call coral_sync_images_one(int(set, coral_ik), line, file, stat, errmsg)
  end subroutine sync_image_i8

  subroutine sync_images_i8(set, line, file, stat, errmsg)
    integer(8), intent(in) :: set(:)
    integer, intent(in) :: line
    character(*), intent(in) :: file
    integer, intent(inout), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call coral_sync_images_set(int(set, coral_ik), size(set, kind=coral_ik), line, file, stat, &
         errmsg)
  end subroutine sync_images_i8

  ! What the program has written must be out before it waits for the others to stop.
  subroutine flush_units() bind(c, name='coral_flush_units')
    integer :: unit
    logical :: opened
    flush (output_unit)
    flush (error_unit)
    do unit = 0, 99
       if (unit == output_unit .or. unit == error_unit) cycle
       inquire (unit=unit, opened=opened)
       if (opened) flush (unit)
    end do
  end subroutine flush_units

  pure logical(c_bool) function is(quiet)
    logical, intent(in), optional :: quiet
    is = .false.
    if (present(quiet)) is = quiet
  end function is

  subroutine stop_number(code, quiet)
    integer, intent(in) :: code
    logical, intent(in), optional :: quiet
    call coral_flush()
    call coral_stop_number(code, is(quiet), .false._c_bool)
  end subroutine stop_number

  ! From files with default integers of 8 bytes.
  subroutine stop_long(code, quiet)
    integer(8), intent(in) :: code
    logical, intent(in), optional :: quiet
    call stop_number(int(code), quiet)
  end subroutine stop_long

  subroutine stop_text(text, quiet)
    character(*), intent(in) :: text
    logical, intent(in), optional :: quiet
    call coral_flush()
    call coral_stop_text(text, len(text, kind=coral_ik), is(quiet), .false._c_bool)
  end subroutine stop_text

  subroutine stop_plain(quiet)
    logical, intent(in), optional :: quiet
    call coral_flush()
    call coral_stop_plain(is(quiet), .false._c_bool)
  end subroutine stop_plain

  ! The line of a statement, 0 if it is not given; its file is given with it.
  pure integer(c_int32_t) function line_of(line)
    integer(c_int32_t), intent(in), optional :: line
    line_of = 0
    if (present(line)) line_of = line
  end function line_of

  pure subroutine error_stop_number(code, quiet, line, file)
    integer, intent(in) :: code
    logical, intent(in), optional :: quiet
    integer(c_int32_t), intent(in), optional :: line
    character(*), intent(in), optional :: file
    if (present(file)) then
       call coral_error_number(code, is(quiet), line_of(line), file, len(file, kind=coral_ik))
    else
       call coral_error_number(code, is(quiet), 0_c_int32_t, '', 0_coral_ik)
    end if
  end subroutine error_stop_number

  pure subroutine error_stop_long(code, quiet, line, file)
    integer(8), intent(in) :: code
    logical, intent(in), optional :: quiet
    integer(c_int32_t), intent(in), optional :: line
    character(*), intent(in), optional :: file
    call error_stop_number(int(code), quiet, line, file)
  end subroutine error_stop_long

  pure subroutine error_stop_text(text, quiet, line, file)
    character(*), intent(in) :: text
    logical, intent(in), optional :: quiet
    integer(c_int32_t), intent(in), optional :: line
    character(*), intent(in), optional :: file
    if (present(file)) then
       call coral_error_text(text, len(text, kind=coral_ik), is(quiet), line_of(line), file, &
            len(file, kind=coral_ik))
    else
       call coral_error_text(text, len(text, kind=coral_ik), is(quiet), 0_c_int32_t, '', 0_coral_ik)
    end if
  end subroutine error_stop_text

  pure subroutine error_stop_plain(quiet, line, file)
    logical, intent(in), optional :: quiet
    integer(c_int32_t), intent(in), optional :: line
    character(*), intent(in), optional :: file
    if (present(file)) then
       call coral_error_plain(is(quiet), line_of(line), file, len(file, kind=coral_ik))
    else
       call coral_error_plain(is(quiet), 0_c_int32_t, '', 0_coral_ik)
    end if
  end subroutine error_stop_plain

  ! Before END PROGRAM, where exceptions that are signaling are not told (F2018 11.4).
  subroutine coral_end()
    call stop_plain(quiet=.true.)
  end subroutine coral_end
end module coral_rt

! What of the runtime has to do with CLASS(*). gfortran makes a table for CLASS(*) where a module
! first has it, and a program unit takes that of any module that it uses: an object whose module
! uses coral_rt must not refer to a table there, since it may be part of a program without images,
! which is linked without the runtime (lower/dynamic.go). No module that such units use has
! CLASS(*).
module coral_rt_any
  use coral_rt, only: coral_ik
  implicit none
  private

  ! Something that has a dynamic type: the runtime reads it in the descriptor.
  type, public :: coral_any
     class(*), pointer :: p
  end type coral_any

  public :: coral_address
  interface
     ! LOC, which must not be referenced in pure procedures.
     pure function coral_address(obj) result(address)
       import :: coral_ik
       class(*), intent(in), target :: obj(..)
       integer(coral_ik) :: address
     end function coral_address
  end interface
end module coral_rt_any

! ISO_FORTRAN_ENV as programs see it that use its parallel names: the compiler's own constants,
! Coral's types.
module coral_env
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind, atomic_logical_kind, character_kinds, &
       character_storage_size, compiler_options, compiler_version, error_unit, file_storage_size, &
       input_unit, int8, int16, int32, int64, integer_kinds, iostat_end, iostat_eor, &
       iostat_inquire_internal_unit, logical_kinds, numeric_storage_size, output_unit, real32, &
       real64, real128, real_kinds, stat_failed_image, stat_locked, stat_locked_other_image, &
       stat_stopped_image
  use coral_rt, only: event_type => coral_event_type, lock_type => coral_lock_type, &
       team_type => coral_team_type, notify_type => coral_notify_type, &
       stat_unlocked => coral_env_unlocked, stat_unlocked_failed_image => coral_env_unlocked_failed
  implicit none
  public
  integer, parameter :: initial_team = -1, parent_team = -2, current_team = -3
  integer, parameter :: logical8 = 1, logical16 = 2, logical32 = 4, logical64 = 8
  integer, parameter :: real16 = -1
end module coral_env

! The same for files with default integers of 8 bytes (-fdefault-integer-8): constants are of that
! kind.
module coral_env_long
  use coral_env, only: character_kinds, compiler_options, compiler_version, integer_kinds, &
       logical_kinds, real_kinds, event_type, lock_type, team_type, notify_type, &
       env_atomic_int_kind => atomic_int_kind, env_atomic_logical_kind => atomic_logical_kind, &
       env_character_storage_size => character_storage_size, env_error_unit => error_unit, &
       env_file_storage_size => file_storage_size, env_input_unit => input_unit, &
       env_int8 => int8, env_int16 => int16, env_int32 => int32, env_int64 => int64, &
       env_iostat_end => iostat_end, env_iostat_eor => iostat_eor, &
       env_iostat_inquire_internal_unit => iostat_inquire_internal_unit, &
       env_output_unit => output_unit, env_real32 => real32, env_real64 => real64, &
       env_real128 => real128, env_stat_failed_image => stat_failed_image, &
       env_stat_locked => stat_locked, env_stat_locked_other_image => stat_locked_other_image, &
       env_stat_stopped_image => stat_stopped_image, env_stat_unlocked => stat_unlocked, &
       env_stat_unlocked_failed_image => stat_unlocked_failed_image, &
       env_initial_team => initial_team, env_parent_team => parent_team, &
       env_current_team => current_team, env_logical8 => logical8, env_logical16 => logical16, &
       env_logical32 => logical32, env_logical64 => logical64, env_real16 => real16
  implicit none
  public
  private :: env_atomic_int_kind, env_atomic_logical_kind, env_character_storage_size, &
       env_error_unit, env_file_storage_size, env_input_unit, env_int8, env_int16, env_int32, &
       env_int64, env_iostat_end, env_iostat_eor, env_iostat_inquire_internal_unit, &
       env_output_unit, env_real32, env_real64, env_real128, env_stat_failed_image, &
       env_stat_locked, env_stat_locked_other_image, env_stat_stopped_image, env_stat_unlocked, &
       env_stat_unlocked_failed_image, env_initial_team, env_parent_team, env_current_team, &
       env_logical8, env_logical16, env_logical32, env_logical64, env_real16
  integer(8), parameter :: numeric_storage_size = 64
  integer(8), parameter :: atomic_int_kind = env_atomic_int_kind, &
       atomic_logical_kind = env_atomic_logical_kind, &
       character_storage_size = env_character_storage_size, error_unit = env_error_unit, &
       file_storage_size = env_file_storage_size, input_unit = env_input_unit, &
       int8 = env_int8, int16 = env_int16, int32 = env_int32, int64 = env_int64, &
       iostat_end = env_iostat_end, iostat_eor = env_iostat_eor, &
       iostat_inquire_internal_unit = env_iostat_inquire_internal_unit, &
       output_unit = env_output_unit, real32 = env_real32, real64 = env_real64, &
       real128 = env_real128, stat_failed_image = env_stat_failed_image, &
       stat_locked = env_stat_locked, stat_locked_other_image = env_stat_locked_other_image, &
       stat_stopped_image = env_stat_stopped_image, stat_unlocked = env_stat_unlocked, &
       stat_unlocked_failed_image = env_stat_unlocked_failed_image, &
       initial_team = env_initial_team, parent_team = env_parent_team, &
       current_team = env_current_team, logical8 = env_logical8, logical16 = env_logical16, &
       logical32 = env_logical32, logical64 = env_logical64, real16 = env_real16
end module coral_env_long

! The intrinsic procedures that generated code refers to, for programs whose own names hide them:
! `use coral_intrinsic, only: coral_f_size => size`. They have a module to themselves, since
! gfortran leaves out of a module file those that the module itself refers to.
module coral_intrinsic
  implicit none
  intrinsic :: all, allocated, any, associated, cshift, huge, iand, int, is_contiguous, kind, &
       lbound, len, loc, logical, max, maxval, merge, min, minval, move_alloc, null, present, &
       product, repeat, reshape, same_type_as, shape, size, storage_size, sum, transfer, ubound
  public
end module coral_intrinsic
