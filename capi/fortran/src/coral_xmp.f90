! XcalableMP's directives as generated Fortran sees them: the functions of capi/xmp/*.c, whose
! strings end in a null character.
! A set of nodes is an array of numbers: capi/xmp/task.c says which.
!
! What is said of TARGET in coral_rt holds here.
module coral_xmp
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_int, c_int64_t, c_bool, c_null_char
  use coral_rt, only: coral_ik
  implicit none
  private

  character(len=1, kind=c_char), parameter, public :: coral_xmp_nul = c_null_char

  ! Operations of reductions, as in capi/xmp/collective.c.
  integer(c_int), parameter, public :: coral_xmp_sum = 0, coral_xmp_product = 1, &
       coral_xmp_max = 2, coral_xmp_min = 3
  integer(c_int), parameter, public :: coral_xmp_and = 4, coral_xmp_or = 5, coral_xmp_xor = 6
  integer(c_int), parameter, public :: coral_xmp_land = 7, coral_xmp_lor = 8, coral_xmp_eqv = 9, &
       coral_xmp_neqv = 10

  public :: coral_xmp_count, coral_xmp_barrier, coral_xmp_post, coral_xmp_wait, coral_xmp_nodes, &
       coral_xmp_node, coral_xmp_executing
  public :: coral_xmp_enter, coral_xmp_form, coral_xmp_go, coral_xmp_member, coral_xmp_leave
  public :: coral_xmp_all_num_nodes, coral_xmp_wtime, coral_xmp_wtick
  public :: coral_xmp_reduction, coral_xmp_broadcast, coral_xmp_gathered, coral_xmp_sync_nodes
  public :: coral_xmp_set_size
  public :: coral_xmp_reduction_async, coral_xmp_broadcast_async, coral_xmp_wait_async

  interface
     ! Inquiry procedures of xmp_lib.h.
     integer(c_int) function coral_xmp_all_num_nodes() bind(c)
       import :: c_int
     end function coral_xmp_all_num_nodes
     real(c_double) function coral_xmp_wtime() bind(c)
       import :: c_double
     end function coral_xmp_wtime
     real(c_double) function coral_xmp_wtick() bind(c)
       import :: c_double
     end function coral_xmp_wtick
     subroutine coral_xmp_barrier(line, file) bind(c)
       import :: c_int, c_char
       integer(c_int), value :: line
       character(kind=c_char), intent(in) :: file(*)
     end subroutine coral_xmp_barrier
     subroutine coral_xmp_post(image, tag, line, file) bind(c)
       import :: c_int, c_char
       integer(c_int), value :: image, tag, line
       character(kind=c_char), intent(in) :: file(*)
     end subroutine coral_xmp_post
     ! image 0: of any node; tagged 0: with any tag
     subroutine coral_xmp_wait(image, tagged, tag, line, file) bind(c)
       import :: c_int, c_char
       integer(c_int), value :: image, tagged, tag, line
       character(kind=c_char), intent(in) :: file(*)
     end subroutine coral_xmp_wait
     subroutine coral_xmp_nodes(set, line, file) bind(c)
       import :: c_int, c_char, c_int64_t
       integer(c_int64_t), intent(in) :: set(*)
       integer(c_int), value :: line
       character(kind=c_char), intent(in) :: file(*)
     end subroutine coral_xmp_nodes
     ! The image index of the one node of a set, in the initial team, and in the current one.
     integer(c_int) function coral_xmp_node(set, line, file) bind(c)
       import :: c_int, c_char, c_int64_t
       integer(c_int64_t), intent(in) :: set(*)
       integer(c_int), value :: line
       character(kind=c_char), intent(in) :: file(*)
     end function coral_xmp_node
     integer(c_int) function coral_xmp_executing(set, line, file) bind(c)
       import :: c_int, c_char, c_int64_t
       integer(c_int64_t), intent(in) :: set(*)
       integer(c_int), value :: line
       character(kind=c_char), intent(in) :: file(*)
     end function coral_xmp_executing
     ! sync_images(n, images): the number of images, which is checked; and SYNC IMAGES with a set.
     integer(c_int) function coral_xmp_set_size(n, line, file) bind(c)
       import :: c_int, c_char
       integer(c_int), value :: n, line
       character(kind=c_char), intent(in) :: file(*)
     end function coral_xmp_set_size
     subroutine coral_xmp_sync_nodes(set, line, file) bind(c)
       import :: c_int, c_char, c_int64_t
       integer(c_int64_t), intent(in) :: set(*)
       integer(c_int), value :: line
       character(kind=c_char), intent(in) :: file(*)
     end subroutine coral_xmp_sync_nodes
     ! A task: formed and entered; formed for a later coral_xmp_go; entered; left.
     subroutine coral_xmp_enter(set, line, file) bind(c)
       import :: c_int, c_char, c_int64_t
       integer(c_int64_t), intent(in) :: set(*)
       integer(c_int), value :: line
       character(kind=c_char), intent(in) :: file(*)
     end subroutine coral_xmp_enter
     subroutine coral_xmp_form(set, line, file) bind(c)
       import :: c_int, c_char, c_int64_t
       integer(c_int64_t), intent(in) :: set(*)
       integer(c_int), value :: line
       character(kind=c_char), intent(in) :: file(*)
     end subroutine coral_xmp_form
     subroutine coral_xmp_go(line, file) bind(c)
       import :: c_int, c_char
       integer(c_int), value :: line
       character(kind=c_char), intent(in) :: file(*)
     end subroutine coral_xmp_go
     ! Whether this image is among the nodes of the task that was entered last.
     logical(c_bool) function coral_xmp_member() bind(c)
       import :: c_bool
     end function coral_xmp_member
     subroutine coral_xmp_leave() bind(c)
     end subroutine coral_xmp_leave
     subroutine coral_xmp_reduction(a, op, line, file) bind(c)
       import :: c_int, c_char
       type(*), dimension(..), intent(inout), target :: a
       integer(c_int), value :: op, line
       character(kind=c_char), intent(in) :: file(*)
     end subroutine coral_xmp_reduction
     subroutine coral_xmp_broadcast(a, root, line, file) bind(c)
       import :: c_int, c_char
       type(*), dimension(..), intent(inout), target :: a
       integer(c_int), value :: root, line
       character(kind=c_char), intent(in) :: file(*)
     end subroutine coral_xmp_broadcast
     ! The same two that go on behind their statement, and the wait for all of an id.
     subroutine coral_xmp_reduction_async(a, op, id, line, file) bind(c)
       import :: c_int, c_int64_t, c_char
       type(*), dimension(..), intent(inout), target :: a
       integer(c_int), value :: op
       integer(c_int64_t), value :: id
       integer(c_int), value :: line
       character(kind=c_char), intent(in) :: file(*)
     end subroutine coral_xmp_reduction_async
     subroutine coral_xmp_broadcast_async(a, root, id, line, file) bind(c)
       import :: c_int, c_int64_t, c_char
       type(*), dimension(..), intent(inout), target :: a
       integer(c_int), value :: root
       integer(c_int64_t), value :: id
       integer(c_int), value :: line
       character(kind=c_char), intent(in) :: file(*)
     end subroutine coral_xmp_broadcast_async
     subroutine coral_xmp_wait_async(id, line, file) bind(c)
       import :: c_int, c_int64_t, c_char
       integer(c_int64_t), value :: id
       integer(c_int), value :: line
       character(kind=c_char), intent(in) :: file(*)
     end subroutine coral_xmp_wait_async
     ! to has the shape of from; planes as in capi/xmp/gmove.c.
     subroutine coral_xmp_gathered(to, from, planes, line, file) bind(c)
       import :: c_int, c_char, c_int64_t
       type(*), dimension(..), intent(inout), target :: to
       type(*), dimension(..), intent(in), target :: from
       integer(c_int64_t), intent(in) :: planes(*)
       integer(c_int), value :: line
       character(kind=c_char), intent(in) :: file(*)
     end subroutine coral_xmp_gathered
  end interface

contains

  ! How many indices first:last:step are.
  pure integer(coral_ik) function coral_xmp_count(first, last, step) result(n)
    integer(coral_ik), intent(in) :: first, last, step
    n = 0
    if (step /= 0) n = max((last - first) / step + 1, 0_coral_ik)
  end function coral_xmp_count

end module coral_xmp
