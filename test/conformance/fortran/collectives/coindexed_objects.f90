! conformance: images=2,3
! feature: coarray components of objects that are chosen by coindexed subscripts
! The subscript is fetched before the object is looked at: a view of another object would stay good.
program coindexed_objects
  implicit none
  type :: holder
    integer, allocatable :: c(:)[:]
  end type
  type(holder) :: h(3)
  integer, allocatable :: from(:)[:]
  integer :: ix[*], me, n

  me = this_image()
  n = num_images()
  ix = 1
  if (me == n) ix = 3
  allocate (h(1)%c(2)[0:*], h(3)%c(2)[5:*], from(4)[9:*])
  from = 7
  sync all
  if (lcobound(h(ix[n])%c, 1) /= 5) error stop 'lcobound'
  if (image_index(h(ix[n])%c, [6]) /= 2) error stop 'image_index'
  sync all
  if (me == n) ix = 2
  sync all
  call move_alloc(from, h(ix[n])%c)
  if (lcobound(h(2)%c, 1) /= 9 .or. size(h(2)%c) /= 4) error stop 'move_alloc'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
