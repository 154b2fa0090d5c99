! conformance: images=1,2,3
! feature: type parameter inquiries with an image selector, x[k]%kind (F2018 R916)
program type_parameter_inquiries
  implicit none
  type :: box
    character(:), allocatable :: c
    character(3) :: d
    integer(2) :: n
  end type
  integer(8), save :: x(3)[*]
  real, allocatable :: r(:)[:]
  character(5), save :: c[*], e(4)[*]
  character(:), allocatable :: d[:]
  type(box), save :: b[*]
  integer :: k, n(2)
  logical :: good
  good = .true.
  allocate (r(2)[*])
  allocate (character(9) :: d[*])
  b%c = repeat('a', 4 + this_image())
  k = num_images()
  sync all
  call holds('array', x(:)[k]%kind == 8)
  call holds('element', x(2)[k]%kind == 8)
  n = x(:)[k]%kind
  call holds('assigned', all(n == 8))
  call holds('real', r(1:2)[k]%kind == kind(1.0))
  call holds('length', c[k]%len == 5)
  call holds('kind of characters', c[k]%kind == kind('a'))
  call holds('length of elements', e(1:2)[k]%len == 5 .and. e(n(1) - 6)[k]%len == 5)
  call holds('component', b[k]%d%len == 3 .and. b[k]%n%kind == 2)
  call holds('deferred length', b[k]%c%len == 4 + k)
  call holds('in an expression', real(1, r(1)[k]%kind) + b[k]%d%len > 3.5)
  block
    integer(x(1)[1]%kind) :: i
    character(b[1]%d%len) :: t
    call holds('in declarations', kind(i) == 8 .and. len(t) == 3)
  end block
  call declares(x, c, e, d)
  associate (w => x(2)[k]%kind, l => c[k]%len, m => b[k]%c%len + 0)
    call holds('associated', w == 8 .and. l == 5 .and. m == 4 + k)
  end associate
  sync all
  if (good) print '(a)', 'PASS'
contains
  subroutine declares(y, p, q, r)
    integer(8) :: y(3)[*]
    character(5) :: p[*]
    character(*) :: q(4)[*]
    character(:), allocatable :: r[:]
    integer, parameter :: two = y(1)[1]%kind/4
    character(p[1]%len) :: s
    character(q(2)[1]%len) :: t
    integer :: u(r[1]%len), v(two)
    integer(y(1)[1]%kind) :: w
    type :: parts
      real(y(1)[1]%kind) :: a = 1
      integer :: b(p[1]%len), c(len(p[1]))
      character(p[1]%len) :: d = 'abc'
    end type
    type(parts) :: o
    call holds('in a procedure', len(s) == 5 .and. len(t) == 5 .and. size(u) == 9)
    call holds('in types', kind(o%a) == 8 .and. size(o%b) == 5 .and. size(o%c) == 5 .and. &
      len(o%d) == 5)
    call holds('constants', size(v) == 2 .and. kind(w) == 8)
  end subroutine
  subroutine holds(what, is)
    character(*), intent(in) :: what
    logical, intent(in) :: is
    if (.not. is) print '(2a)', 'wrong: ', what
    good = good .and. is
  end subroutine
end program
