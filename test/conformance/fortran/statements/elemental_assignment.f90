! conformance: images=1,2,3,5
! feature: defined assignment of arrays of other images
! The right side of an elemental defined assignment is an array of another image. The procedure of
! the assignment is called once for each element, and final procedures for no copy of it.
module vectors
  implicit none
  integer :: calls = 0, ends = 0
  type vector
    real :: x(2) = 0
    integer :: n = 0
  contains
    procedure :: assign
    procedure :: plus
    generic :: assignment(=) => assign
    generic :: operator(+) => plus
  end type
  type ended
    integer :: n = 0
  contains
    procedure :: take
    generic :: assignment(=) => take
    final :: finish
  end type
  type block
    type(vector) :: v(3)
  end type
contains
  impure elemental subroutine assign(a, b)
    class(vector), intent(inout) :: a
    type(vector), intent(in) :: b
    a%x = b%x
    a%n = b%n + 1000
    calls = calls + 1
  end subroutine
  elemental type(vector) function plus(a, b)
    class(vector), intent(in) :: a, b
    plus%x = a%x + b%x
    plus%n = a%n + b%n
  end function
  impure elemental subroutine take(a, b)
    class(ended), intent(inout) :: a
    type(ended), intent(in) :: b
    a%n = b%n + 1000
  end subroutine
  impure elemental subroutine finish(a)
    type(ended), intent(inout) :: a
    ends = ends + 1
    a%n = -1
  end subroutine
  integer function total(list)
    type(vector) :: list(:)
    total = sum(list%n)
    list%n = list%n + 1
  end function
end module
program elemental_assignment
  use vectors
  implicit none
  type(vector) :: y(4)[*], v(2), grid(2,2)
  type(ended) :: e(3)[*], f(3)
  type(block) :: b(4)[*]
  integer :: me, next, list(2), i, t
  me = this_image()
  next = mod(me, num_images()) + 1
  list = [4, 1]
  y%n = [(10*me + i, i=1,4)]
  e%n = [(10*me + i, i=1,3)]
  do i = 1, 4
    b(i)%v%n = 100*me + 10*i + [1,2,3]
  end do
  calls = 0
  sync all
  v = y(2:3)[next]
  if (any(v%n /= 1000 + 10*next + [2,3]) .or. calls /= 2) error stop 1
  v = y(4:1:-3)[next]
  if (any(v%n /= 1000 + 10*next + [4,1]) .or. calls /= 4) error stop 2
  v = y(list)[next]
  if (any(v%n /= 1000 + 10*next + [4,1]) .or. calls /= 6) error stop 3
  v = b(2)[next]%v(1:3:2)
  if (any(v%n /= 1020 + 100*next + [1,3]) .or. calls /= 8) error stop 4
  v = b(2:3)[next]%v(2)
  if (any(v%n /= 1002 + 100*next + [20,30]) .or. calls /= 10) error stop 5
  v = y(1:2)[next] + y(3:4)[next]
  if (any(v%n /= 1000 + 20*next + [4,6]) .or. calls /= 12) error stop 6
  grid(:,2) = y(3:4)[next]
  if (any(grid(:,2)%n /= 1000 + 10*next + [3,4]) .or. calls /= 14) error stop 7
  ends = 0
  f = e(3:1:-1)[next]
  if (any(f%n /= 1000 + 10*next + [3,2,1]) .or. ends /= 0) error stop 8
  sync all
  calls = 0
  t = total(y(2:3)[next])
  if (t /= 20*next + 5 .or. calls /= 0) error stop 9
  sync all
  if (any(y%n /= 10*me + [1,3,4,4])) error stop 10
  sync all
  y(2:3)[next] = v
  sync all
  if (any(y(2:3)%n /= 2000 + 20*me + [4,6])) error stop 11
  if (me == 1) print '(a)', 'PASS'
end program
