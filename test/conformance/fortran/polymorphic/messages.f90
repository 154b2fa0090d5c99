! conformance: images=1,2,3,4
! feature: co_broadcast of objects with polymorphic components
! Messages of any type between two images: each pair is a team, and the message the component of an object that is broadcast in it.
module post_office
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  private
  public :: office
  type :: office
    private
    type(team_type), allocatable :: pairs(:, :) ! from, to
    integer :: sent = 0
  contains
    procedure :: open
    procedure :: send
    procedure :: receive
    procedure :: count
  end type
contains
  subroutine open(self)
    class(office), intent(inout) :: self
    type(team_type) :: pair
    integer :: from, to
    allocate (self%pairs(num_images(), num_images()))
    do from = 1, num_images()
      do to = 1, num_images()
        if (from == to) cycle
        if (this_image() == from .or. this_image() == to) then
          form team (1, pair, new_index=merge(1, 2, this_image() == from))
          self%pairs(from, to) = pair
        else
          form team (2, pair)
        end if
      end do
    end do
  end subroutine

  subroutine send(self, to, payload)
    class(office), intent(inout) :: self
    integer, intent(in) :: to
    class(*), intent(in) :: payload
    call exchange(self%pairs(this_image(), to), payload)
    self%sent = self%sent + 1
  end subroutine

  subroutine receive(self, from, payload)
    class(office), intent(in) :: self
    integer, intent(in) :: from
    class(*), allocatable, intent(out) :: payload
    call exchange(self%pairs(from, this_image()), got=payload)
  end subroutine

  pure integer function count(self)
    class(office), intent(in) :: self
    count = self%sent
  end function

  subroutine exchange(pair, payload, got)
    type(team_type), intent(in) :: pair
    class(*), intent(in), optional :: payload
    class(*), allocatable, intent(out), optional :: got
    type :: envelope
      class(*), allocatable :: inside
    end type
    type(envelope) :: e
    if (present(payload)) allocate (e%inside, source=payload)
    change team (pair)
      call co_broadcast(e, 1)
    end team
    if (present(got)) allocate (got, source=e%inside) ! gfortran 12 loses the length of characters in MOVE_ALLOC
  end subroutine
end module

module particles
  implicit none
  type :: particle
    real :: x(3) = 0, mass = 1
    character(:), allocatable :: species
  end type
  type, extends(particle) :: ion
    integer :: charge = 0
    real, allocatable :: spectrum(:)
  end type
end module

program messages
  use post_office
  use particles
  implicit none
  type(office) :: mail
  class(*), allocatable :: got
  type(ion) :: he
  integer :: me, n, i, k, turn, right
  me = this_image(); n = num_images()
  call mail%open()
  right = 0

  ! everybody sends to all others: to image k something of the kind k
  do turn = 1, n
    do i = 1, n
      if (i == turn) cycle
      if (me == turn) then
        select case (mod(i, 4))
        case (0)
          call mail%send(i, 100*me + i)
        case (1)
          call mail%send(i, 'from ' // achar(48 + me) // repeat('.', me))
        case (2)
          he%species = 'He'; he%charge = me; he%spectrum = [(real(k), k=1, 2 + me)]
          call mail%send(i, he)
        case (3)
          call mail%send(i, 1.5d0*me)
        end select
      else if (me == i) then
        call mail%receive(turn, got)
        call check(got, turn)
      end if
    end do
  end do
  if (mail%count() /= n - 1 .or. right /= n - 1) error stop 'the number of messages'
  sync all
  if (me == 1) print '(a)', 'PASS'

contains
  subroutine check(got, from)
    class(*), intent(in) :: got
    integer, intent(in) :: from
    select type (got)
    type is (integer)
      if (mod(me, 4) == 0 .and. got == 100*from + me) right = right + 1
    type is (character(*))
      if (mod(me, 4) == 1 .and. got == 'from ' // achar(48 + from) // repeat('.', from)) right = right + 1
    type is (ion)
      if (mod(me, 4) == 2 .and. got%charge == from .and. got%species == 'He' .and. size(got%spectrum) == 2 + from) right = right + 1
    type is (double precision)
      if (mod(me, 4) == 3 .and. got == 1.5d0*from) right = right + 1
    class default
      error stop 'what is this?'
    end select
  end subroutine
end program
