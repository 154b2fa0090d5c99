! Typical faults of programs, one a case: the first argument selects it. Lines that messages must name have a mark.
module faults_m
  use iso_fortran_env
  use iso_c_binding
  implicit none
  type(event_type) :: e[*]
  type(lock_type) :: l[*]
  integer :: x(10)[*], s[*], status
  integer, allocatable :: a(:)[:], b(:)
  type :: described ! as long as what stands for an object without descriptor (capi/mem/desc.c)
    integer(int64) :: words(35)
  end type
  type(described), allocatable :: structure[:]
  integer, pointer :: q(:)
  type(team_type) :: t
  integer :: me, n, k, zero
  real :: r(4)
  interface
    subroutine c_abort() bind(c, name='abort')
    end subroutine
    subroutine c_free(p) bind(c, name='free')
      import
      type(c_ptr), value :: p
    end subroutine
    function c_malloc(n) bind(c, name='malloc')
      import
      integer(c_size_t), value :: n
      type(c_ptr) :: c_malloc
    end function
    function c_getpid() bind(c, name='getpid')
      import
      integer(c_int) :: c_getpid
    end function
    function c_kill(p, g) bind(c, name='kill')
      import
      integer(c_int), value :: p, g
      integer(c_int) :: c_kill
    end function
  end interface
contains
  recursive integer function deep(n) result(v)
    integer, intent(in) :: n
    integer :: big(10000)
    big(1 + mod(n, 100)) = n
    v = deep(n + 1) + big(1 + mod(n, 100)) ! @deep
  end function
  subroutine leaky()
    integer, allocatable :: c(:)[:]
    allocate (c(3)[*])
  end subroutine
  subroutine long_critical()
    critical
      if (me == 1) then
        call never() ! @critical_never_left
      end if
    end critical ! @critical_other
  end subroutine
  subroutine never()
    event wait (e) ! @never
  end subroutine
end module
program faults
  use faults_m
  implicit none
  character(40) :: name, text
  type(c_ptr) :: p
  me = this_image()
  n = num_images()
  x = me
  zero = me - me
  nullify (q)
  call get_command_argument(1, name)
  sync all
  select case (name)
  case ('index_above')
    k = n + 1
    x(1)[k] = 1 ! @index_above
  case ('index_zero')
    k = 0
    x(1)[k] = 1 ! @index_zero
  case ('index_above_get')
    k = n + 1
    s = x(1)[k] ! @index_above_get
  case ('index_zero_get')
    k = 0
    s = x(1)[k] ! @index_zero_get
  case ('index_far')
    k = 1000000
    x(1)[k] = 1 ! @index_far
  case ('unallocated_coarray')
    k = mod(me, n) + 1
    a(1)[k] = 1 ! @unallocated_coarray
  case ('unallocated_structure')
    k = mod(me, n) + 1
    structure[k]%words(1) = 1 ! @unallocated_structure
  case ('unallocated_local')
    a(1) = 1 ! @unallocated_local
  case ('unallocated_array')
    b(1) = 1 ! @unallocated_array
  case ('section_outside')
    k = 12
    x(3:k)[mod(me, n) + 1] = 7 ! @section_outside
  case ('subscript_outside')
    k = 12
    x(k)[mod(me, n) + 1] = 7 ! @subscript_outside
  case ('subscript_local')
    k = 12
    x(k) = 7 ! @subscript_local
  case ('different_sizes')
    allocate (a(merge(5, 4, me == 2))[*]) ! @different_sizes
  case ('allocated_twice')
    allocate (a(5)[*])
    allocate (a(5)[*]) ! @allocated_twice
  case ('deallocated_twice')
    deallocate (a) ! @deallocated_twice
  case ('lock_twice')
    if (me == 1) lock (l[2])
    if (me == 1) lock (l[2]) ! @lock_twice
    sync all
  case ('unlock_not_held')
    if (me == 1) lock (l[2])
    sync all
    if (me == 2) unlock (l[2]) ! @unlock_not_held
    sync all
  case ('unlock_free')
    unlock (l[mod(me, n) + 1]) ! @unlock_free
  case ('co_sum_sizes')
    block
      real, allocatable :: z(:)
      allocate (z(me))
      z = 1
      call co_sum(z) ! @co_sum_sizes
    end block
  case ('co_sum_types')
    block
      integer(8) :: i8
      i8 = 1
      if (me == 1) then
        call co_sum(s) ! @co_sum_types
      else
        call co_sum(i8)
      end if
    end block
  case ('co_broadcast_image')
    k = n + 1
    call co_broadcast(r, k) ! @co_broadcast_image
  case ('division')
    s = 5 / zero ! @division
    print *, s
  case ('division_real')
    r(1) = 5.0 / zero ! @division_real
    print *, r(1)
  case ('stack')
    print *, deep(1)
  case ('null_pointer')
    q(1) = 3 ! @null_pointer
  case ('double_free')
    p = c_malloc(100_c_size_t)
    call c_free(p)
    call c_free(p) ! @double_free
  case ('out_of_memory')
    allocate (b(2000000000000_8)) ! @out_of_memory
    print *, size(b)
  case ('out_of_memory_coarray')
    allocate (a(2000000000000_8)[*]) ! @out_of_memory_coarray
  case ('file_not_found')
    open (10, file='/nonexistent/file', status='old') ! @file_not_found
  case ('error_stop_text')
    error stop 'the residual is too large' ! @error_stop_text
  case ('error_stop_number')
    error stop 17 ! @error_stop_number
  case ('error_stop_expression')
    error stop 10 + zero ! @error_stop_expression
  case ('error_stop_plain')
    error stop ! @error_stop_plain
  case ('error_stop_one')
    if (me == 3) error stop 'image three' ! @error_stop_one
    sync all
  case ('stop_in_one')
    if (me == 2) stop
    sync all ! @stop_in_one
  case ('stop_number')
    if (me == 2) stop 3
  case ('end_early')
    if (me == 2) goto 99
    event wait (e) ! @end_early
  case ('killed')
    if (me == 2) k = c_kill(c_getpid(), 9)
    sync all
  case ('wrong_team_number')
    form team (1 + mod(me, 2), t)
    s[1, team_number=7] = 3 ! @wrong_team_number
  case ('inquiry_number')
    k = image_index(s, [1], 7) ! @inquiry_number
  case ('inquiry_undefined')
    k = num_images(t) ! @inquiry_undefined
  case ('member_undefined')
    k = this_image(t) ! @member_undefined
  case ('number_undefined')
    k = team_number(t) ! @number_undefined
  case ('team_number_negative')
    k = -3
    form team (k, t) ! @team_number_negative
  case ('change_team_twice')
    form team (1 + mod(me, 2), t)
    change team (t)
      change team (t) ! @change_team_twice
      end team
    end team
  case ('team_undefined')
    change team (t) ! @team_undefined
    end team
  case ('new_index_twice')
    form team (1, t, new_index=1) ! @new_index_twice
  case ('sync_images_twice')
    sync images ([1, 1]) ! @sync_images_twice
  case ('sync_images_outside')
    k = n + 1
    sync images (k) ! @sync_images_outside
  case ('sync_images_self_missing')
    if (me == 1) sync images ([2, 3]) ! @sync_images_self_missing
    if (me /= 1) sync images (2) ! @sync_images_self_missing_2
  case ('sync_images_deadlock')
    if (me == 1) then
      sync images (2) ! @sync_images_deadlock
    else if (me == 2) then
      sync images (3)
    else
      sync images (1)
    end if
  case ('critical_never_left')
    call long_critical()
  case ('no_deallocate')
    do k = 1, 3
      call leaky()
    end do
    allocate (a(5)[*])
  case ('end_of_file')
    read (*, *) k ! @end_of_file
    read (*, *) k
    read (*, *) k
  case ('format_error')
    text = 'abc'
    read (text, '(i3)') k ! @format_error
    print *, k
  case ('abort')
    call c_abort() ! @abort
  case ('event_wait_forever')
    event wait (e) ! @event_wait_forever
  case ('event_other_image')
    event post (e[mod(me, n) + 1], stat=status)
    event wait (e, until_count=3) ! @event_other_image
  case ('mismatched')
    if (me == 1) then
      sync all ! @mismatched
    else
      allocate (a(5)[*]) ! @mismatched_2
    end if
  case ('fail_all')
    fail image
  case default
    error stop 'no such case'
  end select
99 continue
end program
