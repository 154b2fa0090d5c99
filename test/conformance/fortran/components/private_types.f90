! conformance: images=1,2,3,5,8
! feature: components of coindexed objects in whole programs
! Types with private components, renamed on their way, with procedure pointers and type-bound procedures.
module a_m
  implicit none
  private
  type, public :: base
    private
    integer, allocatable, public :: list(:)
    procedure(act), pointer, nopass :: do => null()
  contains
    procedure :: init
    procedure :: call => call_it
  end type
  type, extends(base), public :: derived
    real, allocatable :: more(:)
  end type
  abstract interface
    integer function act(i)
      integer, intent(in) :: i
    end function
  end interface
contains
  subroutine init(self, n)
    class(base), intent(inout) :: self
    integer, intent(in) :: n
    self%list = [n, n + 1]
    self%do => plus
  end subroutine
  integer function plus(i)
    integer, intent(in) :: i
    plus = i + 5
  end function
  integer function call_it(self, i)
    class(base), intent(in) :: self
    integer, intent(in) :: i
    call_it = self%do(i) + self%list(1)
  end function
end module
module b_m
  use a_m, only: bas => base, derived
  implicit none
  type(derived), allocatable :: d(:)[:]
  type(bas) :: s[*]
end module
program p
  use b_m, only: d, q => s, derived
  implicit none
  type(derived) :: got
  type(derived), allocatable :: all(:)
  integer :: me, n, k
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  allocate (d(2)[*])
  call d(2)%init(me)
  call d(1)%init(0)
  d(2)%more = [real(me)]
  call q%init(7 * me)
  sync all
  got = d(2)[k]
  if (got%call(1) /= 6 + k .or. got%more(1) /= k) error stop 'FAIL got'
  all = d(:)[k]
  if (all(2)%call(2) /= 7 + k .or. allocated(all(1)%more)) error stop 'FAIL all'
  if (d(2)[k]%call(3) /= 8 + k) error stop 'FAIL bound'
  if (q[k]%call(3) /= 8 + 7 * k) error stop 'FAIL q'
  if (q[k]%list(2) /= 7 * k + 1) error stop 'FAIL list'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
