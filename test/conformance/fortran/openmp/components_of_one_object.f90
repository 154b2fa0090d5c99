! conformance: images=1,2,3
! feature: threads that refer to components of one object of another image
! build-args: -fopenmp
! A reference through an allocatable or pointer component must not undo what another thread writes
! to another component of the object.
module shapes
  implicit none
  type :: inner
    integer :: n = 0
    character(:), allocatable :: name
    real, pointer :: w(:) => null()
    integer :: m = 0
  end type
  type :: shape
    integer :: j = 0
    integer, allocatable :: a(:)
    integer :: k(4) = 0
    type(inner) :: in
    integer, allocatable :: s
    integer :: last = 0
  end type
end module
program components_of_one_object
  use shapes
  implicit none
  type(shape), save :: x[*]
  integer :: i, nxt, got, lost
  nxt = merge(1, this_image() + 1, this_image() == num_images())
  allocate (x%a(3), x%in%w(2), x%s)
  x%in%name = 'name'
  x%a = [1, 2, 3]
  x%in%w = [4, 5]
  x%s = 6
  lost = 0
  sync all
  do i = 1, 300
    !$omp parallel sections num_threads(2) private(got)
    !$omp section
    x[nxt]%j = i
    x[nxt]%k(1) = i
    x[nxt]%in%n = i
    x[nxt]%in%m = i
    x[nxt]%last = i
    !$omp section
    got = x[nxt]%a(2)
    if (got /= 2) error stop 1
    got = nint(x[nxt]%in%w(2))
    if (got /= 5) error stop 2
    got = x[nxt]%s
    if (got /= 6) error stop 3
    got = len(x[nxt]%in%name)
    if (got /= 4) error stop 4
    x[nxt]%a(1) = i
    call reader(x, nxt)
    !$omp end parallel sections
    if (x[nxt]%j /= i .or. x[nxt]%k(1) /= i .or. x[nxt]%in%n /= i) lost = lost + 1
    if (x[nxt]%in%m /= i .or. x[nxt]%last /= i .or. x[nxt]%a(1) /= i) lost = lost + 1
  end do
  if (lost > 0) error stop 5
  sync all
  if (x%j /= 300 .or. x%a(1) /= 300 .or. x%in%m /= 300 .or. x%last /= 300) error stop 6
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine reader(y, image)
    type(shape), intent(inout) :: y[*]
    integer, intent(in) :: image
    integer :: total, i
    total = 0
    do i = 2, 3
      total = total + y[image]%a(i)
    end do
    if (total /= 5) error stop 7
  end subroutine
end program
