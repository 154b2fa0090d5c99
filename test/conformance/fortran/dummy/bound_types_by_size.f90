! conformance: images=1,2,3
! feature: dummy coarrays of types with bindings
! Dummy coarrays of a type with bindings: assumed size of two dimensions, optional ones at entry.
module grids
  implicit none
  type :: cell
    real :: t = 0
    integer :: id = 0
  contains
    procedure :: heat
  end type
contains
  pure real function heat(self)
    class(cell), intent(in) :: self
    heat = 2*self%t
  end function
  subroutine fill(c, n, m)
    integer, intent(in) :: n, m
    type(cell), intent(inout) :: c(n, m, *)[*]
    integer :: k, i
    c(2, 1, 1)%t = 3*this_image()
    c(1, 2, 2)%id = 7*this_image()
    sync all
    do k = 1, num_images()
      if (c(2, 1, 1)[k]%t /= 3*k) error stop 1
      if (c(1, 2, 2)[k]%id /= 7*k) error stop 2
      if (any([(c(i, 1, 1)[k]%t, i = 1, 2)] /= [0, 3*k])) error stop 3
    end do
    sync all
  end subroutine
  subroutine maybe(c, k, res)
    type(cell), intent(in), optional :: c(:)[*]
    integer, intent(in) :: k
    real, intent(out) :: res
    res = -1
    if (present(c)) res = c(2)[k]%t
  end subroutine
  real function at_entry(c, k) result(r)
    type(cell), intent(in), optional :: c(:)[*]
    integer, intent(in) :: k
    integer :: i
    r = 0
    if (.not. present(c)) return
    do i = 1, size(c)
      r = r + c(i)[k]%t
    end do
  end function
end module
program dummies
  use grids
  implicit none
  type(cell), save :: g(2, 2, 2)[*], v(3)[*]
  real :: r
  call fill(g, 2, 2)
  v%t = [1, 2, 3]*this_image()
  sync all
  call maybe(v, num_images(), r)
  if (r /= 2*num_images()) error stop 4
  call maybe(k=1, res=r)
  if (r /= -1) error stop 5
  if (at_entry(v, num_images()) /= 6*num_images()) error stop 6
  if (at_entry(k=1) /= 0) error stop 7
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
