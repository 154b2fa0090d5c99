! conformance: images=2,3
! feature: programs of several files
! files: there.c main.f90
! Nodes execute one bcast or reduction in Fortran or in C: the types that correspond are the same.
program main
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    subroutine there(numbers, text, field, flag) bind(c)
      import
      integer(c_int) :: numbers(*)
      character(kind=c_char) :: text(*)
      real(c_double) :: field(*)
      logical(c_bool) :: flag
    end subroutine there
  end interface
  !$xmp nodes p(*)
  integer(c_int) :: numbers(4)
  character(kind=c_char, len=5) :: text
  real(c_double) :: field(40000)
  logical(c_bool) :: flag

  numbers = this_image()
  field = this_image()
  text = 'abcde'
  if (this_image() == 2) text = 'vwxyz'
  flag = this_image() == 2
  if (this_image() == 1) then
    !$xmp bcast(numbers) from p(2)
    !$xmp bcast(text) from p(2)
    !$xmp bcast(flag) from p(2)
    !$xmp bcast(field) from p(2)
    !$xmp bcast(field(1:4)) from p(2) async(1)
    !$xmp wait_async(1)
    !$xmp reduction(+: numbers)
  else
    call there(numbers, text, field, flag)
  end if
  if (any(numbers /= 2 * num_images())) error stop 'numbers'
  if (text /= 'vwxyz' .or. .not. flag) error stop 'text'
  if (any(field /= 2)) error stop 'field'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program main
