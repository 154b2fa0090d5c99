! conformance: images=1,2,3
! feature: types and generic functions of one name
! A type and a generic may have one name (F2018 19.3.1), here from different modules, or by renaming.
module types_m
  implicit none
  type :: item
    integer :: n = 0
  contains
    procedure :: value
    final :: clear
  end type
contains
  integer function value(me)
    class(item), intent(in) :: me
    value = me%n
  end function
  subroutine clear(me)
    type(item), intent(inout) :: me
    me%n = -1
  end subroutine
end module
module made_m
  use types_m, only: item
  implicit none
  interface thing
    procedure :: sum_of
  end interface
  integer :: calls = 0
contains
  function sum_of(a, b) result(r)
    integer, intent(in) :: a, b
    type(item) :: r
    calls = calls + 1
    r%n = a + b
  end function
end module
module renamed_m
  use types_m, only: part => item
  implicit none
  interface part
    procedure :: product_of
  end interface
  type(part), save :: x(3)[*]
  integer :: many = 0
contains
  function product_of(a, b) result(r)
    integer, intent(in) :: a, b
    type(part) :: r
    many = many + 1
    r%n = a * b
  end function
  subroutine double(me)
    type(part), intent(inout) :: me
    me%n = 2 * me%n
  end subroutine
end module
program types_beside_generics
  call of_two_modules
  call of_a_renamed_type
  call constructed_in_a_function
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine of_two_modules
    use made_m
    use types_m, only: thing => item
    type(thing), save :: t(2)[*]
    integer :: after
    after = mod(this_image(), num_images()) + 1
    if (calls /= 0) error stop 'called before'
    t(1) = thing(this_image(), 10)
    t(2)%n = this_image()
    sync all
    t(2) = thing(t(1)[after]%n, 100)
    if (t(2)%value() /= after + 110) error stop 'two modules'
    if (calls /= 2) error stop 'calls'
    sync all
  end subroutine
  subroutine of_a_renamed_type
    use renamed_m
    integer :: after, i
    after = mod(this_image(), num_images()) + 1
    x = [part(2, 3), part(this_image()), part(n=this_image())]
    if (many /= 1) error stop 'many'
    sync all
    do i = 1, 3
      if (x(2)[after]%n /= after) error stop 'constructed'
      x(3) = part(x(2)[after]%n, x(1)[after]%n)
    end do
    if (x(3)%n /= 6 * after .or. many /= 4) error stop 'renamed'
    sync all
    if (this_image() == 1) call double(x(1))
    sync all
    if (x(1)[1]%n /= 12) error stop 'doubled'
  end subroutine
  subroutine constructed_in_a_function
    use renamed_m
    integer, save :: list(4)[*]
    list = [2, 3, 4, 1]
    many = 2
    sync all
    ! the function reads what it calls for its value
    if (list(place(1))[1] /= 4) error stop 'place'
    sync all
  end subroutine
  integer function place(k)
    use renamed_m
    integer, intent(in) :: k
    type(part) :: p
    p = part(k, 3)
    place = p%n
  end function
end program
