! conformance: images=1,2,3,5
! feature: co_reduce of derived type
! Elements of a structure with arrays, character and nested parts; an operation that is associative and not commutative.
module rotations
  implicit none
  type :: matrix
    double precision :: a(2,2) = reshape([1d0, 0d0, 0d0, 1d0], [2, 2])
  end type
  type :: record
    character(4) :: name = ''
    type(matrix) :: m
    integer(1) :: votes = 0
    logical :: seen = .false.
  end type
contains
  pure function compose(x, y) result(z)
    type(matrix), intent(in) :: x, y
    type(matrix) :: z
    z%a = matmul(x%a, y%a)
  end function
  pure function merged(x, y) result(z)
    type(record), intent(in) :: x, y
    type(record) :: z
    z%name = max(x%name, y%name)
    z%m = compose(x%m, y%m)
    z%votes = x%votes + y%votes
    z%seen = x%seen .and. y%seen
  end function
end module
program reduce_derived
  use rotations
  implicit none
  type(matrix) :: m, want, each
  type(record) :: r(2)
  integer :: i, n, me
  n = num_images(); me = this_image()
  m%a = reshape([1d0, 0d0, dble(me), 1d0], [2, 2])
  call co_reduce(m, compose)
  do i = 1, n
    each%a = reshape([1d0, 0d0, dble(i), 1d0], [2, 2])
    want = compose(want, each)
  end do
  if (any(m%a /= want%a)) error stop 'matrices'
  r%name = achar(96 + me); r%votes = 1_1; r%seen = .true.
  r(2)%seen = me /= n
  r(1)%m%a(1, 2) = me
  call co_reduce(r, merged, result_image=n)
  if (me == n) then
    if (any(r%name /= achar(96 + n)) .or. any(r%votes /= n) .or. .not. r(1)%seen .or. r(2)%seen) error stop 'records'
    if (r(1)%m%a(1, 2) /= n * (n + 1) / 2) error stop 'matrix in record'
  end if
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
