! feature: diagnostics: coindexed objects
! Arguments of procedures that are called by a generic name, a type-bound name or a procedure component.
module actual_by_generic_m
  use iso_fortran_env, only: real32, real64
  implicit none
  type :: halo
    real :: width = 1
    procedure(by_component), pointer, nopass :: hook => null()
  contains
    procedure :: exchange
    procedure, nopass :: send => send_four
    procedure :: named => pass_second
    procedure, pass(self) :: second => pass_second
    procedure :: into
    procedure :: three
    generic :: any => into, three
  end type
  type, extends(halo) :: wide
  contains
    procedure :: exchange => exchange_wide
  end type
  interface work
    module procedure send_four, send_eight, grow, send_matrix
  end interface
  interface value
    module procedure of_integer, of_real
  end interface
contains
  subroutine exchange(self, u)
    class(halo), intent(in) :: self
    real(real32), intent(inout) :: u(:)[*]
  end subroutine
  subroutine exchange_wide(self, u)
    class(wide), intent(in) :: self
    real(real32), intent(inout) :: u(:)[*]
  end subroutine
  subroutine send_four(u)
    real(real32), intent(inout) :: u(:)[*]
  end subroutine
  subroutine send_eight(u)
    real(real64), intent(inout) :: u(:)[*]
  end subroutine
  subroutine send_matrix(u)
    real(real64), intent(inout) :: u(:, :)[*]
  end subroutine
  subroutine grow(u, n)
    real(real64), allocatable, intent(inout) :: u(:)[:]
    integer, intent(in) :: n
  end subroutine
  subroutine pass_second(u, self)
    class(halo), intent(in) :: u
    class(halo), intent(inout) :: self[*]
  end subroutine
  subroutine into(self, n)
    class(halo), intent(in) :: self
    integer, intent(inout) :: n[*]
  end subroutine
  subroutine three(self, u)
    class(halo), intent(in) :: self
    real(real64), allocatable, intent(inout) :: u(:)[:, :]
  end subroutine
  subroutine by_component(n)
    integer, intent(inout) :: n[*]
  end subroutine
  integer function of_integer(n)
    integer, intent(in) :: n[*]
    of_integer = n[1]
  end function
  real function of_real(x)
    real, intent(in) :: x
    of_real = x
  end function
end module actual_by_generic_m
program actual_by_generic
  use actual_by_generic_m
  implicit none
  type(halo) :: h, ch[*]
  type(wide) :: w
  class(halo), allocatable :: p
  real(real32) :: u4(6)[*], plain(6)
  real(real64) :: u8(6)[*], m8(2, 3)[*]
  real(real64), allocatable :: a8(:)[:], b8(:)[:, :]
  integer :: n[*], i
  call h%exchange(u4)
  ! expect-error: dummy argument 'u' of 'exchange' is a coarray and needs a coarray: this is a coindexed object
  call h%exchange(u4(:)[1])
  ! expect-error: dummy argument 'u' of 'exchange_wide' is a coarray and needs a coarray: this is not one
  call w%exchange(plain)
  ! expect-error: dummy argument 'u' of 'exchange' is a coarray and needs a coarray: this is an expression
  call p%exchange((u4))
  ! expect-error: dummy argument 'u' of 'send_four' is a coarray and needs a coarray: this is not one
  call h%send(plain)
  call ch%second(h)
  ! expect-error: dummy argument 'self' of 'pass_second' is a coarray and needs a coarray: this is not one
  call h%second(h)
  ! expect-error: dummy argument 'self' of 'pass_second' is a coarray and needs a coarray: this is a coindexed object
  call ch[1]%second(h)
  ! expect-error: dummy argument 'self' of 'pass_second' is a coarray and needs a coarray: this is a coindexed object
  call h%named(ch[1])
  call h%any(n)
  ! expect-error: dummy argument 'n' of 'into' is a coarray and needs a coarray: this is an expression
  call h%any(i + 1)
  ! expect-error: dummy argument 'n' of 'into' is a coarray and needs a coarray: this is not one
  call h%any(n=i)
  ! expect-error: the actual argument has corank 1, but the allocatable dummy argument 'u' of 'three' has corank 2
  call h%any(a8)
  call h%any(b8)
  ! expect-error: dummy argument 'n' of 'by_component' is a coarray and needs a coarray: this is not one
  call h%hook(i)
  call work(u4)
  call work(m8)
  call work(a8, 3)
  ! expect-error: dummy argument 'u' of 'send_eight' is a coarray and needs a coarray: this is a coindexed object
  call work(u8(:)[2])
  ! expect-error: dummy argument 'u' of 'send_matrix' is a coarray and needs a coarray: this is an expression
  call work(m8 + 1)
  ! expect-error: the actual argument has corank 2, but the allocatable dummy argument 'u' of 'grow' has corank 1
  call work(b8, 3)
  ! expect-error: dummy argument 'u' of 'grow' is a coarray and needs a coarray: the dummy argument is allocatable, this is not
  call work(u8, n=3)
  ! expect-error: dummy argument 'n' of 'of_integer' is a coarray and needs a coarray: this is a coindexed object
  i = value(n[1])
  print *, value(n), value(1.5)
end program actual_by_generic
