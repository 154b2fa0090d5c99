! conformance: images=1,2,3
! feature: WHERE that defines components of characters by functions of whole arguments
! Functions that are not elemental, and inquiries, get their arguments as they stand: polymorphic,
! allocatable, with their bounds.
program where_text_arguments
  implicit none
  type t
    character(4) :: c
  end type
  type(t) :: x(3)[*]
  class(t), allocatable :: y(:)
  character(4), allocatable :: z(:)
  logical :: m(3) = [.true., .false., .true.]
  integer :: k

  k = 1 + mod(this_image(), num_images())
  allocate (y(3))
  y%c = ' abc'
  allocate (z(0:2), source=['p   ', 'q   ', 'r   '])

  call clear
  where (m) x(:)[k]%c = same(y)
  call check('abc ', 'abc ', 1)
  call clear
  where (m) x(:)[k]%c = merge(z, 'no  ', allocated(z))
  call check('p   ', 'r   ', 2)
  call clear
  where (m) x(:)[k]%c = merge(z, 'no  ', lbound(z, 1) == 0)
  call check('p   ', 'r   ', 3)
  call clear
  where (m) x(:)[k]%c = kept(z)
  call check('p0  ', 'r0  ', 4)
  call clear
  call optional_of()
  call check('no  ', 'no  ', 5)
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine clear
    sync all
    x%c = 'zzzz'
    sync all
  end subroutine

  subroutine check(first, last, which)
    character(4), intent(in) :: first, last
    integer, intent(in) :: which

    sync all
    if (any(x%c /= [first, 'zzzz', last])) then
      print *, 'wrong:', which, x%c
      error stop 1
    end if
  end subroutine

  function same(a) result(r)
    class(t), intent(in) :: a(:)
    character(4) :: r(size(a))
    r = adjustl(a%c)
  end function

  function kept(a) result(r)
    character(4), allocatable, intent(in) :: a(:)
    character(4) :: r(3)
    r = a
    r(:)(2:2) = achar(48 + lbound(a, 1))
  end function

  subroutine optional_of(a)
    character(4), intent(in), optional :: a(:)
    where (m) x(:)[k]%c = merge('yes ', 'no  ', present(a))
  end subroutine
end program
