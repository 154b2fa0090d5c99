! conformance: images=1,2,3
! feature: polymorphic arrays for dummy coarrays that are not polymorphic
! Dummy arguments of explicit shape, of assumed size, and with CONTIGUOUS (see exact_type).
module exactly_contiguous
  implicit none
  type :: point
    integer :: i = 0
    integer, allocatable :: more(:)
  end type point
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

  subroutine explicit(n, d, factor)
    integer, intent(in) :: n, factor
    type(point) :: d(n)[*]
    call shaped(d, factor)
  end subroutine explicit

  subroutine sized(d, factor)
    integer, intent(in) :: factor
    type(point) :: d(*)[*]
    d(2)%i = factor*this_image()
    sync all
    if (d(2)[next()]%i /= factor*next()) error stop 'assumed size'
    sync all
  end subroutine sized

  subroutine contiguously(d, factor)
    integer, intent(in) :: factor
    type(point), contiguous :: d(:)[*]
    call shaped(d, factor)
  end subroutine contiguously
end module exactly_contiguous

program polyexact_contiguous
  use exactly_contiguous
  implicit none
  class(point), allocatable :: a(:)[:]
  allocate (a(4)[*])
  call explicit(size(a), a, 12)
  if (a(1)%i /= -12 .or. a(4)%i /= 12*this_image() + 4) error stop 'explicit shape back'
  call sized(a, 13)
  if (a(2)%i /= 13*this_image()) error stop 'assumed size back'
  call contiguously(a, 14)
  if (a(1)%i /= -14 .or. a(4)%i /= 14*this_image() + 4) error stop 'contiguous back'
  call contiguously(a(1:2), 15)
  if (a(1)%i /= -15 .or. a(4)%i /= 14*this_image() + 4) error stop 'section back'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program polyexact_contiguous
