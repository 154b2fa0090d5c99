! conformance: images=2,3,5
! feature: allocate and deallocate synchronise
! Long and short accesses to static coarrays, to coarrays that come and go at the same place with other sizes, to those of teams, and to components of
! them, each both ways, and short definitions behind long ones.
module fields
  implicit none
  real(8) :: field(40000)[*]
  type halo
    integer :: n = 0
    real(8), allocatable :: part(:)
  end type halo
  type(halo) :: box[*]
contains
  integer function before()
    before = merge(num_images(), this_image() - 1, this_image() == 1)
  end function before

  integer function next()
    next = mod(this_image(), num_images()) + 1
  end function next

  ! A part of a coarray, which is one here.
  subroutine through(a)
    real(8) :: a(1000)[*]
    if (any(a(:)[next()] /= next())) error stop 'wrong part of a static coarray'
  end subroutine through
end module fields

program comes_and_goes
  use fields
  use, intrinsic :: iso_fortran_env, only: event_type, team_type, atomic_int_kind
  implicit none
  integer, parameter :: rounds = 12
  integer :: scalar[*], turn, n, got
  integer(atomic_int_kind) :: counter[*]
  type(team_type) :: half

  scalar = this_image()
  field = this_image()
  counter = 0
  allocate (box%part(1000), source=real(this_image(), 8))
  box%n = this_image()
  sync all
  call through(field(20001:21000))
  call through(field(500:1499))
  if (scalar[next()] /= next()) error stop 'wrong scalar'
  if (any(field(:)[next()] /= next())) error stop 'wrong static coarray'
  if (any(field(11:20)[next()] /= next())) error stop 'wrong elements'
  if (box[next()]%part(500) /= next() .or. box[next()]%n /= next()) error stop 'wrong component'
  call atomic_add(counter[next()], this_image())
  sync all
  call atomic_ref(got, counter)
  if (got /= before()) error stop 'wrong counter'
  field(:)[next()] = 3*this_image()
  field(7)[next()] = -1
  sync all
  if (field(7) /= -1) error stop 'the second definition of a static element is lost'
  field(7) = 3*before()
  if (any(field /= 3*before())) error stop 'wrong definition of a static coarray'

  do turn = 1, rounds
    call exchange(merge(20000, 100, mod(turn, 3) == 0) + turn)
  end do
  n = num_images()
  form team (1 + mod(this_image(), 2), half)
  change team (half)
    do turn = 1, 3
      call exchange(10000*turn)
    end do
  end team
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine exchange(n)
    integer, intent(in) :: n
    real(8), allocatable :: a(:, :)[:], copy(:, :)
    type(event_type), allocatable :: ready(:)[:]
    allocate (a(n, 2)[*], ready(2)[*])
    a = 0
    sync all
    a(:, :)[next()] = this_image()
    a(3, 1)[next()] = 0.5_8
    event post (ready(2)[next()])
    event wait (ready(2))
    if (a(3, 1) /= 0.5_8) error stop 'the second definition is lost'
    a(3, 1) = before()
    if (any(a /= before())) error stop 'wrong definition'
    sync all
    copy = a(:, :)[next()]
    if (any(copy /= this_image())) error stop 'wrong copy'
    if (a(n, 2)[next()] /= this_image()) error stop 'wrong element'
    if (any(a(1::2, :)[next()] /= this_image())) error stop 'wrong section'
    sync all
    deallocate (a, ready)
  end subroutine exchange
end program comes_and_goes
