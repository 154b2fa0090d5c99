! conformance: images=1,2,3,5
! feature: coarray components
! Coarray components of a type with type-bound procedures: elements and sections put and got, the component as an actual argument for a coarray
! dummy, a type-bound call on an associate name for an element of it.
module parcels
  implicit none
  private
  public :: parcel, depot
  type parcel
    real :: x = 0, y = 0
    logical :: there = .false.
  contains
    procedure :: hand_to
  end type parcel
  type depot
    private
    type(parcel), allocatable, public :: shelf(:)
    type(parcel), allocatable :: entrance(:)[:]
    type(parcel), allocatable :: sign[:]
    integer :: next = 1
  contains
    private
    procedure, public :: open_depot
    procedure, public :: send
    procedure, public :: collect
    procedure, public :: look
    procedure :: empty
  end type depot
contains
  subroutine hand_to(from, to)
    class(parcel), intent(inout) :: from
    type(parcel), intent(inout) :: to
    to%x = from%x; to%y = from%y; to%there = .true.; from%there = .false.
  end subroutine hand_to
  subroutine open_depot(this, n)
    class(depot), intent(inout) :: this
    integer, intent(in) :: n
    allocate (this%shelf(4*n))
    allocate (this%entrance(n)[*])
    allocate (this%sign[*])
    this%sign = parcel(this_image(), -1.0, .true.)
  end subroutine open_depot
  subroutine send(this, item, to)
    class(depot), intent(inout) :: this
    type(parcel), intent(inout) :: item
    integer, intent(in) :: to
    this%entrance(this%next)[to] = item
    item%there = .false.
    this%next = this%next + 1
  end subroutine send
  subroutine collect(this)
    class(depot), intent(inout) :: this
    call this%empty(this%entrance)
    this%next = 1
  end subroutine collect
  subroutine empty(this, entrance)
    class(depot), intent(inout) :: this
    type(parcel), intent(inout) :: entrance(:)[*]
    integer :: i, k
    do i = 1, size(entrance)
      associate (item => entrance(i))
        if (item%there) then
          do k = 1, size(this%shelf)
            if (.not. this%shelf(k)%there) then
              call item%hand_to(this%shelf(k))
              exit
            end if
          end do
        end if
      end associate
    end do
  end subroutine empty
  subroutine look(this, at, row, name)
    class(depot), intent(in) :: this
    integer, intent(in) :: at
    type(parcel), intent(out) :: row(:)
    real, intent(out) :: name
    type(parcel) :: sign
    row = this%entrance(:)[at]
    sign = this%sign[at]
    name = sign%x
  end subroutine look
end module parcels

program bound_coarray_component
  use parcels
  implicit none
  type(depot), save :: d
  type(parcel) :: item, row(3)
  real :: name
  integer :: me, n, next, i
  me = this_image(); n = num_images(); next = mod(me, n) + 1
  call d%open_depot(3)
  sync all
  do i = 1, 3
    item = parcel(me, i, .true.)
    call d%send(item, next)
  end do
  sync all
  call d%look(next, row, name)
  if (any(nint(row%x) /= me) .or. any(nint(row%y) /= [1, 2, 3]) .or. .not. all(row%there)) error stop 'FAIL: row'
  if (nint(name) /= next) error stop 'FAIL: sign'
  sync all
  call d%collect()
  if (count(d%shelf%there) /= 3 .or. nint(d%shelf(2)%x) /= mod(me + n - 2, n) + 1) error stop 'FAIL: shelf'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program bound_coarray_component
