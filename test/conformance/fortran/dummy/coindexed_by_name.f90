! conformance: images=1,2,3,5,8
! feature: coindexed actual arguments of generic and type-bound procedures
! The INTENT of the specific procedure decides which way a coindexed argument travels; a passed object may be a coarray, or coindexed.
module tally_m
  use iso_fortran_env, only: real32, real64
  implicit none
  type :: tally
    integer :: n = 0, seen = 0
    real(real64) :: sum(2) = 0
    procedure(bump_any), pointer, nopass :: hook => null()
  contains
    procedure :: count => count_one
    procedure :: take
    procedure, pass(other) :: from
    procedure, nopass :: bump => bump_any
    procedure :: share
    procedure :: add_four, add_eight, add_many
    generic :: add => add_four, add_eight, add_many
    procedure :: total
  end type
  interface swap
    module procedure swap_integer, swap_real, swap_pair
  end interface
  interface twice
    module procedure twice_integer, twice_real
  end interface
contains
  subroutine count_one(self)
    class(tally), intent(inout) :: self
    self%n = self%n + 1
  end subroutine
  subroutine take(self, n)
    class(tally), intent(inout) :: self
    integer, intent(in) :: n
    self%n = self%n + n
  end subroutine
  subroutine from(n, other)
    integer, intent(out) :: n
    class(tally), intent(in) :: other
    n = other%n
  end subroutine
  subroutine bump_any(n)
    integer, intent(inout) :: n
    n = n + 100
  end subroutine
  subroutine share(self, image)
    class(tally), intent(inout) :: self[*]
    integer, intent(in) :: image
    self%seen = self[image]%n
  end subroutine
  subroutine add_four(self, x)
    class(tally), intent(inout) :: self
    real(real32), intent(in) :: x
    self%sum(1) = self%sum(1) + x
  end subroutine
  subroutine add_eight(self, x)
    class(tally), intent(inout) :: self
    real(real64), intent(inout) :: x
    self%sum(2) = self%sum(2) + x
    x = -x
  end subroutine
  subroutine add_many(self, x)
    class(tally), intent(inout) :: self
    real(real64), intent(inout) :: x(:)
    self%sum(2) = self%sum(2) + sum(x)
    x = -x
  end subroutine
  real(real64) function total(self, weight)
    class(tally), intent(in) :: self
    integer, intent(in) :: weight
    total = sum(self%sum) * weight
  end function
  subroutine swap_integer(a, b)
    integer, intent(inout) :: a, b
    integer :: t
    t = a; a = b; b = t
  end subroutine
  subroutine swap_real(a, b)
    real, intent(inout) :: a, b
    real :: t
    t = a; a = b; b = t
  end subroutine
  subroutine swap_pair(a, b)
    character(*), intent(inout) :: a(:), b(:)
    character(len(a)) :: t(size(a))
    t = a; a = b; b = t
  end subroutine
  integer function twice_integer(n)
    integer, intent(inout) :: n
    n = 2 * n
    twice_integer = n
  end function
  real function twice_real(x)
    real, intent(in) :: x
    twice_real = 2 * x
  end function
end module tally_m
program coindexed_by_name
  use tally_m
  implicit none
  type(tally) :: t[*]
  integer :: n[*], mine, me, left, right, images
  real :: r[*]
  real(real64) :: d[*], many(4)[*], local
  character(3) :: c(2)[*], own(2)
  me = this_image(); images = num_images()
  right = mod(me, images) + 1
  left = modulo(me - 2, images) + 1
  n = me; r = me; d = 10 * me; many = [1, 2, 3, 4] * me; c = ['abc', 'def']
  t%hook => bump_any
  sync all
  call t[right]%count()
  call t[right]%count
  sync all
  call check('an object of another image is passed', t%n == 2)
  call t%from(mine)
  call check('passed by PASS(other)', mine == 2)
  call t[right]%from(mine)
  call check('a coindexed object passed by PASS(other)', mine == 2)
  call t%take(n[right])
  call check('INTENT(IN) of a type-bound procedure', t%n == 2 + right)
  sync all
  call t%share(right)
  sync all
  call check('a coarray is passed', t%seen == 2 + mod(right, images) + 1)
  call t%bump(n[right])
  sync all
  call check('INTENT(INOUT) of a type-bound procedure', n == me + 100)
  call t%hook(n[right])
  sync all
  call check('INTENT(INOUT) of a procedure component', n == me + 200)
  call t%add(r[right])
  call check('INTENT(IN) of a generic binding', t%sum(1) == right)
  call t%add(d[right])
  sync all
  call check('INTENT(INOUT) of a generic binding', d == -10 * me .and. t%sum(2) == 10 * right)
  call t%add(many(2:4:2)[right])
  sync all
  call check('an array, INTENT(INOUT)', all(many == [1, -2, 3, -4] * me) .and. t%sum(2) == 16 * right)
  local = t[right]%total(n[left])
  call check('a function of a coindexed object', local == (16 + 1) * (mod(right, images) + 1) * (left + 200))
  mine = 7 * me
  call swap(mine, n[right])
  sync all
  call check('both arguments change', mine == right + 200 .and. n == 7 * left)
  own = ['ghi', 'jkl']
  sync all
  call swap(own, c(:)[right])
  sync all
  call check('characters', own(1) == 'abc' .and. c(2) == 'jkl')
  mine = twice(n[right])
  sync all
  call check('a function that changes its argument', mine == 14 * me .and. n == 14 * left)
  call check('a function that does not', nint(twice(r[right])) == 2 * right)
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine check(what, ok)
    character(*), intent(in) :: what
    logical, intent(in) :: ok
    if (.not. ok) then
      print '(3a,i0)', 'FAIL: ', what, ', image ', this_image()
      error stop 1
    end if
    sync all    ! all have looked before anything changes
  end subroutine check
end program coindexed_by_name
