! conformance: images=1,2,3,5
! feature: collectives over arrays of any rank
! A component of all elements of an allocatable array or pointer as the argument of a collective
! subroutine. Afterwards, the array is where it was.
program component_of_array
  implicit none
  type particle
    integer(8) :: x = 0
    integer :: id = 0, k = 7
    complex :: z = (1, 2)
  end type particle
  type box
    type(particle), allocatable :: p(:)
  end type box
  type(particle), allocatable :: a(:), c(:)[:]
  type(particle), pointer :: p(:, :)
  type(box) :: b
  complex, allocatable :: z(:)
  integer :: me, n, total

  me = this_image()
  n = num_images()
  total = n*(n + 1)/2
  allocate (a(3), c(3)[*], p(2, 2), b%p(3), z(3))
  a%id = me
  c%id = me
  p%id = me
  b%p%id = me
  z = cmplx(me, me)

  call co_sum(a%id)
  if (any(a%id /= total) .or. any(a%k /= 7) .or. any(a%x /= 0)) error stop 'allocatable'
  call co_sum(c%id)
  if (any(c%id /= total) .or. any(c%k /= 7) .or. any(c%x /= 0)) error stop 'coarray'
  call co_max(p % id)
  if (any(p%id /= n) .or. any(p%k /= 7) .or. any(p%x /= 0)) error stop 'pointer'
  call co_min(b%p%id)
  if (any(b%p%id /= 1) .or. any(b%p%k /= 7) .or. any(b%p%x /= 0)) error stop 'component'
  call co_max(z%im)
  if (any(z%im /= n) .or. any(z%re /= me)) error stop 'imaginary part'
  a%z%im = me
  call co_max(a%z%im)
  if (any(a%z%im /= n) .or. any(a%z%re /= 1)) error stop 'part of a component'
  a%k = me
  call co_broadcast(a%k, n)
  if (any(a%k /= n) .or. any(a%id /= total)) error stop 'co_broadcast'
  a%k = me
  call co_reduce(a%k, larger)
  if (any(a%k /= n) .or. any(a%id /= total)) error stop 'co_reduce'
  deallocate (a, p, z)
  sync all
  if (me == 1) print '(a)', 'PASS'

contains

  pure function larger(a, b) result(c)
    integer, intent(in) :: a, b
    integer :: c

    c = max(a, b)
  end function larger
end program component_of_array
