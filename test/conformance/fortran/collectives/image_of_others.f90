! conformance: images=1,2,3,5,8
! feature: collectives: arguments
! SOURCE_IMAGE and RESULT_IMAGE that are computed of another image's data, for structures with
! allocatable components and with type-bound procedures: the data are fetched before the call.
module image_of_others_types
  implicit none
  type parcel
    integer :: k
    integer, allocatable :: d(:)
  end type
  type bound
    integer :: k
  contains
    procedure :: get
  end type
contains
  pure integer function get(this)
    class(bound), intent(in) :: this
    get = this%k
  end function
  pure type(bound) function add(p, q)
    type(bound), intent(in) :: p, q
    add = bound(p%k + q%k)
  end function
end module
program image_of_others
  use image_of_others_types
  implicit none
  type(parcel) :: x, xs(2)
  type(bound) :: y(3)
  integer :: choice(4)[*], me, n, k, last, u
  me = this_image(); n = num_images(); last = n
  choice = [(mod(me + k, n) + 1, k = 1, 4)]
  x = parcel(me, [me, 7])
  xs = x
  y = bound(me)
  sync all
  k = mod(n + 2, n) + 1
  call co_broadcast(x, source_image=maxval(choice(2:2)[last]))
  if (x%k /= k .or. any(x%d /= [k, 7])) error stop 1
  k = mod(n + 3, n) + 1
  call co_broadcast(xs, source_image=maxval(choice(3:3)[last]))
  if (xs(2)%k /= k .or. any(xs(1)%d /= [k, 7])) error stop 2
  u = me
  call co_sum(u, result_image=maxval(choice(4:4)[last]))
  if (me == mod(n + 4, n) + 1 .and. u /= n*(n + 1)/2) error stop 3
  call co_reduce(y, add, result_image=maxval(choice(1:1)[last]))
  if (me == mod(n + 1, n) + 1 .and. any(y%k /= n*(n + 1)/2)) error stop 4
  sync all
  if (me == 1) print '(a)', 'PASS'
end program image_of_others
