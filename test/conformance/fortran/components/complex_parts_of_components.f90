! conformance: images=1,2,3
! feature: real and imaginary parts of coarrays that are components, without subscripts
program complex_parts_of_components
  implicit none
  type holder
    complex, allocatable :: x(:, :)[:]
  end type
  type(holder) :: o
  integer :: next, me, i, wrong = 0
  real :: r(4, 3)

  me = this_image()
  next = mod(me, num_images()) + 1
  allocate (o%x(4, 3:5)[*])
  o%x = reshape([(cmplx(i, -i * me), i = 1, 12)], [4, 3])
  sync all
  if (nint(minval(o%x[next]%im)) /= -12 * next) wrong = wrong + 1
  r = o%x[next]%im
  if (any(nint(r) /= reshape([(-i * next, i = 1, 12)], [4, 3]))) wrong = wrong + 1
  sync all
  o%x[next]%re = r
  sync all
  if (any(nint(o%x%re) /= reshape([(-i * me, i = 1, 12)], [4, 3]))) wrong = wrong + 1
  if (any(nint(o%x%im) /= reshape([(-i * me, i = 1, 12)], [4, 3]))) wrong = wrong + 1
  if (wrong > 0) error stop
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
