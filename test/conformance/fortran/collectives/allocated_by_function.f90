! conformance: images=1,2,3
! feature: collectives: arguments
! build-args: -O2
! Arrays that the assignment of a function's result has allocated: gfortran 12 to 16 leave a part of their descriptors undefined. As arguments of collectives and on both sides of
! copies to and from other images, of all types, also by associate names, as sections, as dummy arguments, and allocated in a procedure elsewhere.
module makers
  implicit none
  type point
    integer :: i = 0
    real :: x(2) = 0
  end type
contains
  subroutine disturb(n)
    integer, intent(in) :: n
    integer :: k(4000)
    k = n
    if (sum(k) /= 4000*n) error stop 99
  end subroutine
  subroutine get(a)
    integer, allocatable, intent(out) :: a(:)
    integer :: b(5)
    b = [1, 2, 3, 4, 5]
    a = pack(b, b > 2)
  end subroutine
  subroutine total(a)
    integer, allocatable, intent(inout) :: a(:)
    call co_sum(a)
  end subroutine
  pure function more(a, b) result(c)
    type(point), intent(in) :: a, b
    type(point) :: c
    c = point(a%i + b%i, a%x + b%x)
  end function
end module
program allocated_by_function
  use makers
  implicit none
  integer :: n, k
  n = num_images()
  do k = 1, 3
    call disturb(77*k)
    call collectives()
    call disturb(11*k)
    call copies()
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine collectives()
    integer, allocatable :: a(:), b(:), c(:,:), d(:), e(:), f(:)
    real(8), allocatable :: r(:)
    logical, allocatable :: l(:)
    complex, allocatable :: z(:)
    character(3), allocatable :: s(:)
    character(:), allocatable :: t(:)
    type(point), allocatable :: p(:)
    integer :: src(5), m(2, 2), me
    me = this_image()
    src = [1, 2, 3, 4, 5]
    m = reshape([1, 2, 3, 4], [2, 2])
    a = pack(src, src > 2)
    c = reshape(src(1:4), [2, 2])
    d = cshift(src, 1)
    r = matmul(real(m, 8), [1d0, 1d0])
    l = any(m > 1, 1)
    z = spread((1., 1.), 1, 3)
    s = pack(['abc', 'xyz', 'uvw'], [.true., me > 0, .false.])
    t = eoshift(['ab', 'cd'], 1)
    p = pack([point(1, [1., 2.]), point(2, [3., 4.]), point(3)], [.true., .true., .false.])
    call co_sum(a)
    if (any(a /= n*[3, 4, 5])) error stop 1
    call co_max(c)
    if (any(c /= m)) error stop 2
    call co_sum(d(2:4))
    if (any(d /= [2, 3*n, 4*n, 5*n, 1])) error stop 3
    call co_sum(r)
    if (any(r /= n*[4d0, 6d0])) error stop 4
    call co_reduce(l, both)
    if (any(l .neqv. [.true., .true.])) error stop 5
    call co_sum(z)
    if (any(z /= (1., 1.)*n)) error stop 6
    if (me /= n) s = '   '
    call co_broadcast(s, n)
    if (any(s /= ['abc', 'xyz'])) error stop 7
    call co_min(t)
    if (any(t /= ['cd', '  '])) error stop 8
    call co_reduce(p, more)
    if (any(p%i /= n*[1, 2]) .or. p(2)%x(2) /= 4*n) error stop 9
    call get(b)
    call total(b)
    if (any(b /= n*[3, 4, 5])) error stop 10
    e = pack(src, src > 3) + 1
    associate (g => e)
      call co_sum(g)
    end associate
    if (any(e /= n*[5, 6])) error stop 11
    f = pack(src, src > 1)
    call move_alloc(f, b)
    call co_sum(b(::2))
    if (any(b /= [2*n, 3, 4*n, 5])) error stop 12
  end subroutine
  subroutine copies()
    integer, allocatable :: a(:), b(:), c(:,:)
    integer, save :: x(10)[*], y(4, 4)[*]
    integer :: src(5), k, me
    me = this_image()
    src = me*[1, 2, 3, 4, 5]
    x = 0; y = 0
    a = pack(src, src > 2*me)
    c = reshape(src(1:4), [2, 2])
    k = mod(me, n) + 1
    sync all
    x(2:4)[k] = a
    x(5:9:2)[k] = a(3:1:-1)
    y(1:3:2, 2:3)[k] = c
    sync all
    k = merge(n, me - 1, me == 1)
    if (any(x /= k*[0, 3, 4, 5, 5, 0, 4, 0, 3, 0])) error stop 21
    if (y(3, 3) /= 4*k .or. y(1, 3) /= 3*k .or. sum(y) /= 10*k) error stop 22
    k = mod(me, n) + 1
    b = unpack(src, src > 0, 0)
    b(1:5) = x(2:10:2)[k]
    if (any(b /= me*[3, 5, 0, 0, 0])) error stop 23
    c = transpose(y)
    c(:, 2:3) = y(:, 2:3)[k]
    if (c(3, 3) /= 4*me .or. c(1, 3) /= 3*me) error stop 24
    sync all
  end subroutine
  pure logical function both(a, b)
    logical, intent(in) :: a, b
    both = a .and. b
  end function
end program
