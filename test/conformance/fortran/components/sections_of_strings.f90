! conformance: images=1,2,3,5
! feature: allocatable and pointer components of coindexed objects
! build-args: -O0
! Sections of arrays of deferred character length, of every form, without optimisation.
program sections_of_strings
  implicit none
  type t
    character(:), allocatable :: names(:)
    character(:), allocatable :: table(:,:)
    character(:), pointer :: p(:) => null()
  end type
  type(t) :: x[*]
  character(6) :: two(2), all(3), grid(2,2)
  integer :: me, k, left, list(2), i
  me = this_image(); k = mod(me, num_images()) + 1
  left = mod(me - 2 + num_images(), num_images()) + 1
  allocate (character(6) :: x%names(3), x%table(2,3), x%p(-1:1))
  x%names = ['aaaaaa', 'bbbbbb', 'cccccc']
  do i = 1, 3
    write (x%names(i)(4:6), '(i3.3)') 10*me + i
    x%table(:, i) = x%names(i)
    x%p(i - 2) = x%names(i)
  end do
  list = [3, 1]
  sync all
  two = x[k]%names(2:3)
  if (two(1) /= name(2, k) .or. two(2) /= name(3, k)) error stop 'FAIL upper part'
  two = x[k]%names(:2)
  if (two(1) /= name(1, k) .or. two(2) /= name(2, k)) error stop 'FAIL lower part'
  all = x[k]%names(3:1:-1)
  if (all(1) /= name(3, k) .or. all(3) /= name(1, k)) error stop 'FAIL backwards'
  two = x[k]%names(1:3:2)
  if (two(2) /= name(3, k)) error stop 'FAIL stride'
  two = x[k]%names(list)
  if (two(1) /= name(3, k) .or. two(2) /= name(1, k)) error stop 'FAIL vector'
  all = x[k]%names
  if (all(2) /= name(2, k)) error stop 'FAIL whole'
  grid = x[k]%table(:, 2:3)
  if (grid(2, 1) /= name(2, k) .or. grid(1, 2) /= name(3, k)) error stop 'FAIL rank two'
  two = x[k]%table(2, list)
  if (two(1) /= name(3, k)) error stop 'FAIL mixed'
  two = x[k]%p(0:)
  if (two(1) /= name(2, k) .or. two(2) /= name(3, k)) error stop 'FAIL pointer'
  two = x[k]%names(2:3)(4:6)
  all(1) = name(2, k)
  all(2) = name(3, k)
  if (two(1) /= all(1)(4:) .or. two(2) /= all(2)(4:)) error stop 'FAIL substrings'
  if (any(x[k]%names(2:) /= [name(2, k), name(3, k)])) error stop 'FAIL expression'
  sync all
  x[k]%names(2:3) = ['put', 'PUT']
  x[k]%table(1, ::2) = [character(6) :: 'one', 'two']
  x[k]%p(:0)(2:3) = '##'
  sync all
  if (x%names(1) /= name(1, me) .or. x%names(2) /= 'put' .or. x%names(3) /= 'PUT') error stop 'FAIL put'
  if (x%table(1, 1) /= 'one' .or. x%table(1, 2) /= name(2, me) .or. x%table(1, 3) /= 'two') error stop 'FAIL put, stride'
  if (x%p(-1)(1:3) /= 'a##' .or. x%p(0)(1:3) /= 'b##' .or. x%p(1) /= name(3, me)) error stop 'FAIL put, substrings'
  if (left < 1) error stop
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  function name(i, k) result(s)
    integer, intent(in) :: i, k
    character(6) :: s
    s = repeat(achar(96 + i), 6)
    write (s(4:6), '(i3.3)') 10*k + i
  end function
end program
