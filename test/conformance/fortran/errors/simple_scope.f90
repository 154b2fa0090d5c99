! feature: diagnostics: simple procedures
! A simple procedure has no variables of other scopes, and calls simple procedures only.
module m
  implicit none
  real :: factor = 2
  integer :: n = 3, j, j2, j3
  real, allocatable :: al(:)
  real, pointer :: pt
  type t
    real :: v
  contains
    procedure :: get
  end type
  type with_parts
    real, allocatable :: al(:)
  end type
  type(with_parts) :: holder
  interface operator(.plus.)
    procedure plus
  end interface
  interface assignment(=)
    procedure assign
  end interface
  interface gen
    procedure twice
  end interface
  abstract interface
    pure real function fi(x)
      real, intent(in) :: x
    end function
  end interface
  procedure(fi), pointer :: pp
contains
  pure real function get(self)
    class(t), intent(in) :: self
    get = self%v
  end function
  pure function plus(a, b) result(r)
    type(t), intent(in) :: a, b
    type(t) :: r
    r%v = a%v + b%v
  end function
  pure subroutine assign(a, b)
    type(t), intent(out) :: a
    real, intent(in) :: b
    a%v = b
  end subroutine
  pure real function twice(x)
    real, intent(in) :: x
    twice = 2*x
  end function
  ! expect-error: the dummy procedure 'f' of a simple procedure must be simple
  simple function host(x, f, y) result(r)
    real, intent(in) :: x
    procedure(fi) :: f
    type(t), intent(in) :: y(:)
    ! expect-error: 'n': a simple procedure must not refer to variables of modules, such as m
    real :: r, loc(n)
    type(t) :: s
    real :: blank
    common /cc/ blank
    ! expect-error: 'factor': a simple procedure must not refer to variables of modules, such as m
    loc = factor
    r = loc(1) + factor
    ! expect-error: and 'plus' is not simple
    s = y(1) .plus. y(2)
    ! expect-error: and 'assign' is not simple
    s = 3.
    ! expect-error: and 'twice' is not simple
    r = gen(x)
    ! expect-error: and 'twice' is not simple
    r = r + twice(x)
    ! expect-error: and 'get' is not simple
    r = r + s%get()
    ! expect-error: 'al': a simple procedure must not refer to variables of modules, such as m
    r = r + size(al)
    ! expect-error: 'pp': a simple procedure must not refer to variables of modules, such as m
    ! expect-error: and 'fi' is not simple
    r = r + pp(x)
    ! expect-error: 'blank': a simple procedure must not refer to variables in common blocks
    r = r + blank
    ! expect-error: 'pt': a simple procedure must not refer to variables of modules, such as m
    r = pt
    ! expect-error: and 'sub' is not simple
    call sub(r)
  contains
    ! expect-error: the internal procedure 'inner' of a simple procedure must be simple
    pure integer function inner(z)
      integer, intent(in) :: z
      inner = z
    end function
    simple integer function inner2(z)
      integer, intent(in) :: z
      ! expect-error: 'x': a simple procedure must not refer to variables of its host
      inner2 = z + x
    end function
  end function
  pure subroutine sub(x)
    real, intent(in) :: x
  end subroutine
  simple integer function beside(k)
    integer, intent(in) :: k
    integer :: v(4)
    forall (j = 1:4) v(j) = j
    do concurrent (j2 = 1:4)
      v(j2) = v(j2) + 1
    end do
    v(:2) = [(j3, j3=1,2)]
    ! expect-error: 'j': a simple procedure must not refer to variables of modules, such as m
    beside = v(1) + j
    ! expect-error: 'j2': a simple procedure must not refer to variables of modules, such as m
    beside = beside + j2
    ! expect-error: 'j3': a simple procedure must not refer to variables of modules, such as m
    beside = beside + j3
    ! expect-error: 'al': a simple procedure must not refer to variables of modules, such as m
    beside = beside + int(sizeof(al))
    ! expect-error: 'holder': a simple procedure must not refer to variables of modules, such as m
    beside = beside + size(holder%al)
    beside = beside + told_once(k)
  contains
    ! expect-error: the internal procedure 'told_once' of a simple procedure must be simple
    pure integer function told_once(z)
      integer, intent(in) :: z
      told_once = z
    end function
  end function
  simple subroutine ent
    ! expect-error: a simple procedure has no ENTRY statement
    entry also
    block
      ! expect-error: 'n': a simple procedure must not refer to variables of modules, such as m
      real :: z(n)
      z = 1
    end block
  end subroutine
end module
program p
end program
