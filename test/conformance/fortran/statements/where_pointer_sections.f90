! conformance: images=1,2,3
! feature: sections of pointers to components on the right side of a WHERE that defines another image
module where_pointers
  implicit none
  type t
    integer :: n, v
  end type
  integer, allocatable, target :: x(:)[:]
  integer :: wrong = 0
contains
  subroutine by_dummy(d, e, k)
    integer, pointer, intent(in) :: d(:, :, :)
    integer, target, intent(inout) :: e(:)[*]
    integer, intent(in) :: k
    integer :: one = 1

    where (e(:)[k] >= 0) x(:)[k] = d(2, one + 1, :)
    sync all
    call want(x, [4, 8, 12])
    where (e(:)[k] >= 0) x(:)[k] = d(1, 2, 3:1:-1) + 0 * d(2, 1, :)
    sync all
    call want(x, [11, 7, 3])
    where (e(3:1:-1)[k] >= 2)
      x(:)[k] = d(2, 1, :)
    elsewhere
      x(:)[k] = -d(2, 2, :)
    end where
    sync all
    call want(x, [2, 6, -12])
  end subroutine

  subroutine want(got, values)
    integer, intent(in) :: got(:), values(:)

    if (any(got /= values)) then
      wrong = wrong + 1
      print *, 'image', this_image(), ':', got, ', not', values
    end if
    sync all
  end subroutine
end module

program where_pointer_sections
  use where_pointers
  implicit none
  type(t), target :: y(2:3, 0:1, 2:4)
  integer, pointer :: p(:, :, :)
  integer, target, save :: mask(3)[*]
  integer :: k, next

  next = mod(this_image(), num_images()) + 1
  allocate (x(3)[*], source=0)
  mask = [1, 2, 3]
  y%n = -1
  y%v = reshape([(k, k = 1, 12)], [2, 2, 3])
  sync all
  p => y%v
  call by_dummy(p, mask, next)
  associate (a => y%v)
    where (mask(:)[next] >= 0) x(:)[next] = a(2, 2, 3:1:-1)
    sync all
    call want(x, [12, 8, 4])
  end associate
  if (wrong > 0) error stop
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
