! Types of coarrays that another file coindexes (pointers_use.f90): components whose types can be
! named there, and components whose types only this module can name.
module pointers_store
  implicit none
  private
  integer, parameter, public :: wide = selected_real_kind(15)
  integer, parameter :: own = wide, length = 5
  type :: hidden
    integer :: n = 0
  end type
  type, public :: part
    integer, allocatable :: v(:)
  end type
  type, abstract, public :: shape
    real(own), allocatable :: corners(:)
  end type
  type, extends(shape), public :: store
    real(own), allocatable :: a(:)
    real(kind=wide), pointer :: q(:,:) => null()
    character(length), allocatable :: words(:)
    character(:), allocatable :: text
    character(kind=kind('a'), len=2*length), pointer :: label => null()
    type(part), allocatable :: parts(:)
    class(part), allocatable :: one
    class(*), allocatable :: any
    type(hidden), allocatable :: secret(:)
    complex(own), allocatable :: z
    logical, allocatable :: done(:)
    double precision, allocatable :: d
  end type
  public :: fill, told
contains
  subroutine fill(s, me)
    type(store), intent(inout) :: s
    integer, intent(in) :: me
    integer :: i

    s%corners = [1.0_own*me, 2.0_own*me]
    s%a = [(10.0_own*me + i, i = 1, 4)]
    allocate (s%q(2,3), source=7.0_own*me)
    s%words = ['abcde', 'fghij']
    s%text = repeat('t', me)
    allocate (s%label)
    s%label = 'label' // achar(iachar('0') + me)
    s%parts = [part([me, me + 1]), part([me + 2])]
    s%one = part([3*me])
    allocate (s%any, source=4*me)
    s%secret = [hidden(5*me), hidden(6*me)]
    s%z = cmplx(me, -me, own)
    s%done = [.true., me == 2]
    s%d = 0.5d0*me
  end subroutine

  integer function told(s, k)
    type(store), intent(in) :: s[*]
    integer, intent(in) :: k

    told = s[k]%secret(2)%n
  end function
end module
