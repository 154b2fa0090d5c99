! conformance: images=1,2,3,4
! feature: lcobound, ucobound, coshape
! Inquiries with the coarray behind other arguments, by keyword, where nothing else makes use of its cobounds; and where constants are wanted:
! kinds, lengths, named constants and bounds of declarations (F2018 10.1.12).
program inquiries_by_keyword
  use iso_fortran_env, only: int64
  implicit none
  real :: field(3)[2:5,4:*]
  integer, parameter :: first = lcobound(field, 1), widths(2) = lcobound(field)
  integer(kind=merge(int64, kind(1), all(lcobound(field) == [2, 4]))) :: wide
  real(merge(kind(1d0), kind(1.0), ucobound(dim=1, coarray=field) == 5)) :: fine
  character(len=ucobound(field, 1)) :: word
  if (first /= 2 .or. any(widths /= [2, 4])) error stop "named constants"
  if (kind(wide) /= int64 .or. kind(fine) /= kind(1d0) .or. len(word) /= 5) error stop "kinds and lengths"
  call allocated_here(num_images())
  call passed(field, num_images())
  call of_a_component(num_images())
  sync all
  if (this_image() == 1) print '(a)', "PASS"
contains
  subroutine allocated_here(n)
    integer, intent(in) :: n
    real, allocatable :: a[:], b[:], c[:], d[:], e[:,:]
    allocate (a[n:*], b[n:*], c[n:*], d[n:*], e[0:1,5:*])
    if (this_image(dim=1, coarray=a) /= n - 1 + this_image()) error stop "this_image"
    if (image_index(sub=[n], coarray=b) /= 1) error stop "image_index"
    if (any(coshape(kind=int64, coarray=c) /= n)) error stop "coshape"
    if (ucobound(kind=int64, dim=1, coarray=d) /= 2*n - 1) error stop "ucobound"
    if (lcobound(dim=2, coarray=e) /= 5) error stop "lcobound"
  end subroutine
  subroutine passed(x, n)
    integer, intent(in) :: n
    real :: x(3)[n:n+1,*]
    integer :: between(lcobound(dim=1, coarray=x):ucobound(dim=1, coarray=x)), of(image_index(x, [n, 1]))
    character(len=sum(lcobound(x))) :: name
    if (size(of) /= 1 .or. len(name) /= n + 1) error stop "extents by inquiries of a dummy argument"
    if (lbound(between, 1) /= n .or. size(between) /= 2) error stop "bounds by cobounds of a dummy argument"
    if (image_index(sub=[n, 1], coarray=x) /= 1) error stop "image_index of a dummy argument"
  end subroutine
  subroutine of_a_component(n)
    integer, intent(in) :: n
    type :: holder
      real, allocatable :: u(:)[:]
    end type
    type(holder), save :: h
    allocate (h%u(2)[n:*])
    if (ucobound(dim=1, coarray=h%u) /= 2*n - 1) error stop "ucobound of a component"
    if (any(this_image(coarray=h%u) /= n - 1 + this_image())) error stop "this_image of a component"
    deallocate (h%u)
  end subroutine
end program inquiries_by_keyword
