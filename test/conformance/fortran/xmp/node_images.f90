! feature: XcalableMP directives: images of coarrays on node arrays
! conformance: images=4,6
! In a task x, t, m, counter and done are indexed over all nodes, own over the nodes of the task.
module shared
  use iso_fortran_env, only: atomic_int_kind, event_type
  implicit none
  type item
     integer :: a = 0, b(3) = 0
  end type
!$xmp nodes all(*)
  integer :: m(4)[*] = 0
  integer(atomic_int_kind) :: counter[*] = 0
  type(event_type) :: done[*]
!$xmp coarray on all :: m, counter, done
end module

program node_images
  use shared
  implicit none
!$xmp nodes p(*)
  integer :: x(5)[*], own[*], k, n, me, total
  integer, allocatable :: a(:)[:]
  type(item) :: t[2, *]
!$xmp coarray on p :: x, t
  me = this_image()
  n = num_images()
  x = me
  own = me
  sync all
!$xmp task on p(3:4)
  if (num_images() /= 2) error stop 1
  if (own[1] /= 3) error stop 2
  if (any([(x(k)[k], k = 1, 4)] /= [1, 2, 3, 4])) error stop 3
  if (x(2)[this_image()] /= this_image()) error stop 4
  t[1, 1]%b(this_image()) = 10*this_image()
  m(this_image() + 1:4:2)[2] = this_image()
  call atomic_add(counter[1], this_image())
  event post (done[1])
!$xmp image(p(3:4))
  sync all
!$xmp image(p(4:4))
  total = own[1] + x(1)[1]
!$xmp end task
  if (me == 1) then
     event wait (done, until_count=2)
  end if
  sync all
  if (me == 1) then
     if (any(t%b /= [10, 20, 0])) error stop 5
     call atomic_ref(total, counter)
     if (total /= 3) error stop 6
  else if (me == 2) then
     if (any(m /= [0, 1, 2, 1])) error stop 7
  else if (me == 4) then
     if (total /= 4 + 1) error stop 8
  end if
  total = me
!$xmp image(p(2:3))
  call co_sum(total)
  if (total /= merge(5, me, me == 2 .or. me == 3)) error stop 9
!$xmp image(p(1:2))
  allocate (a(3)[*], source=me)
  if (allocated(a) .neqv. me <= 2) error stop 10
!$xmp image(p(1:2))
  deallocate (a)
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
