! conformance: images=1,2,3
! feature: polymorphic arrays for dummy coarrays that are not polymorphic
module exactly
  implicit none
  type :: point
    integer :: i = 0
    integer, allocatable :: more(:)
  end type point
  type, extends(point) :: wide
    integer :: j = 0
  end type wide
  type :: holder
    class(point), allocatable :: a(:)[:]
  contains
    procedure :: bound
  end type holder
  interface fill
    module procedure shaped, number
  end interface fill
  type, private :: hidden
    integer :: i = 0
  end type hidden
  class(hidden), allocatable :: secret(:)[:]
contains
  integer function next()
    next = mod(this_image(), num_images()) + 1
  end function next

  subroutine shaped(d, factor)
    type(point), intent(inout) :: d(:)[*]
    integer, intent(in) :: factor
    integer :: k
    do k = 1, size(d)
      d(k)%i = factor*this_image() + k
    end do
    sync all
    if (d(size(d))[next()]%i /= factor*next() + size(d)) error stop 'assumed shape'
    sync all
    d(1)[next()]%i = -factor
    sync all
  end subroutine shaped

  subroutine number(n)
    integer, intent(inout) :: n
    n = 0
  end subroutine number

  subroutine plane(d, factor)
    integer, intent(in) :: factor
    type(point) :: d(:,:)[*]
    d(2,2)%i = factor*this_image()
    sync all
    if (d(2,2)[next()]%i /= factor*next()) error stop 'rank 2'
    sync all
  end subroutine plane

  subroutine two(d, e, factor)
    integer, intent(in) :: factor
    type(point) :: d(:)[*], e(:)[*]
    d(1)%i = this_image()
    e(1)%i = factor*this_image()
    sync all
    if (d(1)[next()]%i*factor /= e(1)[next()]%i) error stop 'two'
    sync all
  end subroutine two

  subroutine onward(d)
    class(point) :: d(:)[*]
    call shaped(d, 7)
    call shaped(d(2:), 8)
    call shaped(d(::2), 9)
  end subroutine onward

  subroutine bound(self, d, back)
    class(holder), intent(in) :: self
    type(point) :: d(:)[*]
    integer, intent(out) :: back
    d(2)%i = this_image()
    sync all
    back = d(2)[next()]%i
    sync all
  end subroutine bound

  subroutine returns(d, *)
    type(point) :: d(:)[*]
    integer :: got
    d(3)%i = this_image()
    sync all
    got = d(3)[next()]%i
    sync all
    if (got == next()) return 1
  end subroutine returns

  subroutine perhaps(d, given)
    type(point), optional :: d(:)[*]
    logical, intent(in) :: given
    if (present(d) .neqv. given) error stop 'present'
    if (given) call shaped(d, 26)
  end subroutine perhaps

  subroutine perhaps_onward(d, given)
    class(point), optional :: d(:)[*]
    logical, intent(in) :: given
    call perhaps(d, given)
  end subroutine perhaps_onward

  integer function last_of(d)
    type(point) :: d(:)[*]
    call shaped(d, 27)
    last_of = d(size(d))%i
  end function last_of

  subroutine here(d)
    type(point) :: d(:)[*]
    d%i = 5
  end subroutine here

  subroutine of_hidden(d)
    type(hidden) :: d(:)[*]
    d(1)%i = this_image()
    sync all
    if (d(1)[next()]%i /= next()) error stop 'private type'
    sync all
  end subroutine of_hidden

  subroutine hide
    allocate (secret(2)[*])
    call of_hidden(secret)
    if (secret(1)%i /= this_image()) error stop 'private type back'
  end subroutine hide
end module exactly

program polyexact
  use exactly, only: dot => point, wide, holder, fill, plane, two, &
    onward, returns, here, hide, next, perhaps, perhaps_onward, last_of
  implicit none
  class(dot), allocatable :: a(:)[:], b(:,:)[:], e(:)[:], z(:)[:]
  type(holder) :: h
  integer :: got, i
  character(20) :: text
  allocate (a(4)[*], b(3,3)[*], h%a(3)[*], z(0:3)[*])
  call fill(a, 10)
  call check(a, 10)
  call fill(factor=11, d=a)
  call check(a, 11)
  call plane(b, 16)
  if (b(2,2)%i /= 16*this_image()) error stop 'rank 2 back'
  call fill(b(:,2), 17)
  call fill(b(2,:), 18)
  if (b(2,1)%i /= -18 .or. b(2,3)%i /= 18*this_image() + 3) error stop 'row back'
  call fill(h%a, 19)
  call check(h%a, 19)
  call two(a, h%a, 20)
  if (h%a(1)%i /= 20*this_image()) error stop 'two back'
  call onward(a)
  call h%bound(a, got)
  if (got /= next() .or. a(2)%i /= this_image()) error stop 'type-bound'
  if (got > 0) call fill(a, got - got + 21)
  call check(a, 21)
  do 10 i = 1, 2
10  call fill(a, 21 + i)
  call check(a, 23)
  call returns(a, *20)
  error stop 'alternate return'
20 if (a(3)%i /= this_image()) error stop 'alternate return back'
  a(1)%more = [1, 2]
  call fill(a, 24)
  if (.not. allocated(a(1)%more)) error stop 'component'
  allocate (wide :: e(3)[*])
  call here(e)
  if (any(e%i /= 5)) error stop 'extended'
  call hide
  call perhaps_onward(a, .true.)
  call check(a, 26)
  call perhaps(a, .true.)
  got = last_of(a) + 1
  if (got /= 27*this_image() + size(a) + 1) error stop 'function'
  call check(a, 27)
  write (text, '(i0)') last_of(h%a)
  call check(h%a, 27)
  if (got > 0) got = last_of(a(1:2)) - last_of(h%a(:2))
  if (got /= 0) error stop 'functions'
  select type (q => a)
  class is (dot)
    call fill(q, 28)
    call fill(q(1:2), 29)
  end select
  associate (q => a)
    call fill(q, 30)
  end associate
  call check(a, 30)
  ! not by a polymorphic dummy argument: gfortran 13 to 16 (faults/class_lower_bound.f90)
  call fill(z, 31)
  if (z(0)%i /= -31 .or. z(3)%i /= 31*this_image() + 4) error stop 'lower bound'
  call inner
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine check(d, factor)
    class(dot), intent(in) :: d(:)
    integer, intent(in) :: factor
    if (d(1)%i /= -factor) error stop 'first back'
    if (d(size(d))%i /= factor*this_image() + size(d)) error stop 'last back'
  end subroutine check

  subroutine inner
    integer :: point
    point = 25
    call fill(a, point)
    call check(a, point)
  end subroutine inner
end program polyexact
