! conformance: images=1,2,3,5
! feature: polymorphic coarrays
! Objects of the declared type are copied whole, with their allocatable components, from coarrays of an extended type.
program polymorphic_copy
  implicit none
  type t
    integer, allocatable :: a(:)
    integer :: b = 0
  end type
  type, extends(t) :: e
    integer :: extra(5) = 7
    real, allocatable :: r
  end type
  type h
    class(t), allocatable :: c[:]
  end type
  class(t), allocatable :: caf[:], arr(:)[:]
  class(t), allocatable :: z
  type(t) :: x, xs(3)
  type(h) :: y
  integer :: i, k
  allocate(e :: caf[*])
  allocate(e :: y%c[*])
  allocate(e :: arr(3)[*])
  caf%a = [(this_image()*10+i, i=1, this_image())]
  caf%b = -this_image()
  y%c%a = [(this_image()*100+i, i=1, this_image())]
  y%c%b = -this_image()*2
  do i = 1, 3
    arr(i)%a = [i, this_image(), 5]
    arr(i)%b = 100*i + this_image()
  end do
  sync all
  do k = 1, num_images()
    x = caf[k]
    if (size(x%a) /= k .or. x%b /= -k) error stop 1
    if (any(x%a /= [(k*10+i, i=1, k)])) error stop 2
    x = y%c[k]
    if (any(x%a /= [(k*100+i, i=1, k)]) .or. x%b /= -2*k) error stop 3
    xs = arr(:)[k]
    if (xs(3)%b /= 300+k .or. any(xs(2)%a /= [2,k,5])) error stop 4
    xs(1:2) = arr(3:2:-1)[k]
    if (xs(1)%b /= 300+k .or. any(xs(2)%a /= [2,k,5])) error stop 5
    x = arr(2)[k]
    if (x%b /= 200+k .or. any(x%a /= [2,k,5])) error stop 6
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program polymorphic_copy
