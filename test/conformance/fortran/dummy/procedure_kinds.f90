! conformance: images=1,2,3,5
! feature: procedures with coarray dummies as arguments and pointers
module kinds_of_procedures
  implicit none
  abstract interface
    subroutine work(x, k)
      integer, intent(inout) :: x(:)[*]
      integer, intent(in) :: k
    end subroutine
  end interface
  type :: task
    integer :: n = 0
    procedure(work), pointer, nopass :: run => null()
  contains
    procedure :: go
  end type
contains
  subroutine add(x, k)
    integer, intent(inout) :: x(:)[*]
    integer, intent(in) :: k
    x(1)[k] = x(1)[k] + 10
  end subroutine
  recursive subroutine down(x, k)
    integer, intent(inout) :: x(:)[*]
    integer, intent(in) :: k
    if (x(2) > 0) then
      x(2) = x(2) - 1
      x(3)[k] = x(3)[k] + 1
      call down(x, k)
    end if
  end subroutine
  subroutine go(this, x, k)
    class(task), intent(inout) :: this
    integer, intent(inout) :: x(:)[*]
    integer, intent(in) :: k
    this%n = this%n + 1
    call this%run(x, k)
  end subroutine
  subroutine apply(f, x, k)
    procedure(work) :: f
    integer, intent(inout) :: x(:)[*]
    integer, intent(in) :: k
    call f(x, k)
  end subroutine
  impure elemental function sum_of(i) result(s)
    integer, intent(in) :: i
    integer :: s
    integer, save :: calls[*] = 0
    calls = calls + 1
    s = i + calls[this_image()]
  end function
end module
program procedure_kinds
  use kinds_of_procedures
  implicit none
  integer, save :: x(3)[*]
  integer :: k
  procedure(work), pointer :: p
  type(task) :: t
  k = mod(this_image(), num_images()) + 1
  x = [0, 4, 0]
  sync all
  p => add
  call p(x, k)
  call apply(down, x, k)
  t%run => add
  call t%go(x, k)
  p => down
  sync all
  if (any(x /= [20, 0, 4])) error stop 'sums'
  if (any(sum_of([10, 20]) /= [11, 22])) error stop 'elemental with a coarray of its own'
  if (this_image() == 1) print '(a)', 'PASS'
end program
