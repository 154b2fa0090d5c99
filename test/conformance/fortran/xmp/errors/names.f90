! feature: XcalableMP directives: errors
program names
  implicit none
!$xmp nodes p(2, *)
! expect-error: is made of nodes of 's', which is not declared before it [C0413]
!$xmp nodes r2(2) = s(1:2), s(*)
  type list
    integer, allocatable :: v(:)
  end type list
  integer :: x, i, a(4)[*], b(4)
  integer, parameter :: k = 1
  logical :: l
  real :: r
  type(list) :: t
  character(len=4) :: c
! expect-error: 'q' is no node array
!$xmp barrier on q
! expect-error: the node array 'p' has 2 dimensions, this reference has 1 [C0413]
!$xmp sync_image(p(1))
! expect-error: the node array 'p' has 2 dimensions, this reference has 1 [C0413]
!$xmp task on p(1)
  x = 1
!$xmp end task
! expect-error: a coindexed object cannot be one [C0407]
!$xmp bcast(a(1)[2])
! expect-error: it must be a variable [C0410]
!$xmp bcast(k)
! expect-error: it must be a variable [C0410]
!$xmp bcast(x + 1)
! expect-error: no object with allocatable or pointer components [C0410]
!$xmp bcast(t)
! expect-error: the reduction is not defined for the type of 'l' [C0410]
!$xmp reduction(+ : l)
! expect-error: the reduction is not defined for the type of 'x' [C0410]
!$xmp reduction(.and. : x)
! expect-error: the reduction is not defined for the type of 'r' [C0410]
!$xmp reduction(iand : r)
! expect-error: the reduction is not defined for the type of 'c' [C0410]
!$xmp reduction(max : c)
! expect-error: 'r' stands where the number of an asynchronous operation is needed
!$xmp reduction(+ : x) async(r)
! expect-error: 'b' stands where the number of an asynchronous operation is needed
!$xmp wait_async(1, b)
! expect-error: the tag of 'post' is a scalar integer [C0410]
!$xmp post(p(1, 1), r)
! expect-error: '1.5' stands where an integer is needed
!$xmp post(p(1.5, 1), 1)
! expect-error: 'r' stands where an integer is needed
!$xmp task on p(1:r, 1)
!$xmp end task
! expect-error: 'c' stands where an integer is needed
!$xmp nodes w(c)
! expect-error: 'p' is declared twice in this scope [C0413]
!$xmp nodes p(4)
! expect-error: 'r' stands where an integer is needed
!$xmp sync_images(r, b)
! expect-error: a coindexed object cannot stand in the directive 'barrier'
!$xmp barrier on p(a(1)[1], 1)
! expect-error: are an array that has a name [C0410]
!$xmp sync_images(2, [1, 2])
! expect-error: LOCK needs a variable of type lock_type
!$xmp lock(x)
! expect-error: 'gmove async' is for 'in' and 'out'
!$xmp gmove async(1)
  b = a
!$xmp gmove in
! expect-error: the right side is coindexed, the left side is not [C0417]
  b(:) = a(:)
!$xmp gmove out
! expect-error: the left side is coindexed, the right side is not [C0417]
  b(:) = a(:)[1]
!$xmp gmove
! expect-error: neither operators nor calls stand in the assignment [C0417]
  b(:) = a(:) + 1
!$xmp task on p(1, 1)
  do i = 1, 2
    if (i == 2) exit
  end do
! expect-error: leaves a task construct: the image would stay in the team
  return
!$xmp end task
  critical
! expect-error: the image control statement 'bcast' cannot stand in a CRITICAL construct
!$xmp bcast(x)
  end critical
end program names
