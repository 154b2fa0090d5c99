! STREAM with the representations of local and remote data of "Experiences with Co-Array Fortran on
! Hardware Shared Memory Platforms": for each, the bandwidth of copy, scale, add and triad.
!
!     stream_forms [elements [of which element by element]]
!
! Image 1 measures; what is remote is on image 2. Prints `bench stream case=FORM copy=… scale=…
! add=… triad=…` in MB/s, the best of some repetitions.
module stream_forms_data
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
  integer, parameter :: room = 4 * 1024**2
  real(real64), parameter :: scalar = 3
  real(real64) :: ca(room), cb(room), cc(room)
  common /arrays/ ca, cb, cc
  type :: vectors
    real(real64), pointer, contiguous :: a(:), b(:), c(:)
  end type
  type :: vector
    real(real64), pointer, contiguous :: p(:)
  end type
  real(real64), pointer, contiguous :: pa(:), pb(:), pc(:)
  type(vectors), pointer :: s
  type(vector) :: v(3)
  real(real64), allocatable, target :: xa(:)[:], xb(:)[:], xc(:)[:]
end module

program stream_forms
  use stream_forms_data
  implicit none
  integer :: n, few, far
  character(len=32) :: word

  n = room
  few = room
  if (command_argument_count() > 0) then
    call get_command_argument(1, word)
    read (word, *) n
  end if
  if (command_argument_count() > 1) then
    call get_command_argument(2, word)
    read (word, *) few
  end if
  allocate (xa(n)[*], xb(n)[*], xc(n)[*], pa(n), pb(n), pc(n), s)
  xa = 1
  xb = 2
  xc = 0
  far = num_images()
  sync all
  if (this_image() == 1) then
    ca = 1; cb = 2; cc = 0
    pa = 1; pb = 2; pc = 0
    s = vectors(pa, pb, pc)
    v = [vector(pa), vector(pb), vector(pc)]
    call measure('common', n)
    call measure('pointer', n)
    call measure('structure', n)
    call measure('cray', n)
    call measure('split', n)
    call measure('vector', n)
    call measure('coarray', n)
    call measure('remote-element', few)
    call measure('remote-bulk', n)
  end if
  sync all

contains

  subroutine measure(form, m)
    character(len=*), intent(in) :: form
    integer, intent(in) :: m
    integer, parameter :: words(4) = [2, 2, 3, 3]
    real(real64) :: best(4)
    integer(int64) :: from, to, rate
    integer :: k, r

    best = huge(best)
    do r = 1, 6
      do k = 1, 4
        call system_clock(from)
        call kernel(form, k, m)
        call system_clock(to, rate)
        if (r > 1) best(k) = min(best(k), real(max(to - from, 1_int64), real64) / rate)
      end do
    end do
    best = 8e-6_real64 * words * m / best
    print '(2a,4(a,es12.5))', 'bench stream case=', form, ' copy=', best(1), ' scale=', best(2), &
        ' add=', best(3), ' triad=', best(4)
  end subroutine

  subroutine kernel(form, k, m)
    character(len=*), intent(in) :: form
    integer, intent(in) :: k, m

    select case (form)
    case ('common');         call in_common(k, m)
    case ('pointer');        call by_pointer(k, m)
    case ('structure');      call by_structure(k, m)
    case ('cray');           call by_cray(k, m, loc(pa), loc(pb), loc(pc))
    case ('split');          call split(k, m, xa, xb, xc)
    case ('vector');         call by_vector(k, m)
    case ('coarray');        call own_coarray(k, m)
    case ('remote-element'); call by_element(k, m)
    case ('remote-bulk');    call in_bulk(k, m)
    end select
  end subroutine

  subroutine in_common(k, m)
    integer, intent(in) :: k, m
    integer :: j

    select case (k)
    case (1); do j = 1, m; cc(j) = ca(j); end do
    case (2); do j = 1, m; cb(j) = scalar * cc(j); end do
    case (3); do j = 1, m; cc(j) = ca(j) + cb(j); end do
    case (4); do j = 1, m; ca(j) = cb(j) + scalar * cc(j); end do
    end select
  end subroutine

  subroutine by_pointer(k, m)
    integer, intent(in) :: k, m
    integer :: j

    select case (k)
    case (1); do j = 1, m; pc(j) = pa(j); end do
    case (2); do j = 1, m; pb(j) = scalar * pc(j); end do
    case (3); do j = 1, m; pc(j) = pa(j) + pb(j); end do
    case (4); do j = 1, m; pa(j) = pb(j) + scalar * pc(j); end do
    end select
  end subroutine

  subroutine by_structure(k, m)
    integer, intent(in) :: k, m
    integer :: j

    select case (k)
    case (1); do j = 1, m; s%c(j) = s%a(j); end do
    case (2); do j = 1, m; s%b(j) = scalar * s%c(j); end do
    case (3); do j = 1, m; s%c(j) = s%a(j) + s%b(j); end do
    case (4); do j = 1, m; s%a(j) = s%b(j) + scalar * s%c(j); end do
    end select
  end subroutine

  subroutine by_cray(k, m, at_a, at_b, at_c)
    integer, intent(in) :: k, m
    integer(int64), intent(in) :: at_a, at_b, at_c
    real(real64) :: a(*), b(*), c(*)
    pointer (to_a, a), (to_b, b), (to_c, c)
    integer :: j

    to_a = at_a
    to_b = at_b
    to_c = at_c
    select case (k)
    case (1); do j = 1, m; c(j) = a(j); end do
    case (2); do j = 1, m; b(j) = scalar * c(j); end do
    case (3); do j = 1, m; c(j) = a(j) + b(j); end do
    case (4); do j = 1, m; a(j) = b(j) + scalar * c(j); end do
    end select
  end subroutine

  subroutine split(k, m, a, b, c)
    integer, intent(in) :: k, m
    real(real64), intent(inout) :: a(m), b(m), c(m)
    integer :: j

    select case (k)
    case (1); do j = 1, m; c(j) = a(j); end do
    case (2); do j = 1, m; b(j) = scalar * c(j); end do
    case (3); do j = 1, m; c(j) = a(j) + b(j); end do
    case (4); do j = 1, m; a(j) = b(j) + scalar * c(j); end do
    end select
  end subroutine

  subroutine by_vector(k, m)
    integer, intent(in) :: k, m
    integer :: j

    select case (k)
    case (1); do j = 1, m; v(3)%p(j) = v(1)%p(j); end do
    case (2); do j = 1, m; v(2)%p(j) = scalar * v(3)%p(j); end do
    case (3); do j = 1, m; v(3)%p(j) = v(1)%p(j) + v(2)%p(j); end do
    case (4); do j = 1, m; v(1)%p(j) = v(2)%p(j) + scalar * v(3)%p(j); end do
    end select
  end subroutine

  subroutine own_coarray(k, m)
    integer, intent(in) :: k, m
    integer :: j

    select case (k)
    case (1); do j = 1, m; xc(j) = xa(j); end do
    case (2); do j = 1, m; xb(j) = scalar * xc(j); end do
    case (3); do j = 1, m; xc(j) = xa(j) + xb(j); end do
    case (4); do j = 1, m; xa(j) = xb(j) + scalar * xc(j); end do
    end select
  end subroutine

  subroutine by_element(k, m)
    integer, intent(in) :: k, m
    integer :: j

    select case (k)
    case (1); do j = 1, m; xc(j) = xa(j)[far]; end do
    case (2); do j = 1, m; xb(j) = scalar * xc(j)[far]; end do
    case (3); do j = 1, m; xc(j) = xa(j)[far] + xb(j)[far]; end do
    case (4); do j = 1, m; xa(j) = xb(j)[far] + scalar * xc(j)[far]; end do
    end select
  end subroutine

  subroutine in_bulk(k, m)
    integer, intent(in) :: k, m

    select case (k)
    case (1); xc(1:m) = xa(1:m)[far]
    case (2); xb(1:m) = scalar * xc(1:m)[far]
    case (3); xc(1:m) = xa(1:m)[far] + xb(1:m)[far]
    case (4); xa(1:m) = xb(1:m)[far] + scalar * xc(1:m)[far]
    end select
  end subroutine
end program
