! conformance: images=1,2,3,4
! feature: allocatable components of coindexed objects
! Arrays of structures with allocatable components: components and coarray components with vector
! subscripts, arrays behind them, selectors with TEAM=, and arguments of explicit shape, which are
! passed many times.
module deep_arrays
  implicit none
  type item
    integer, allocatable :: v(:)
    integer :: n = 0
  end type
  type shelf
    type(item) :: fixed(4)
    type(item), allocatable :: held(:)
    type(item), pointer :: there(:,:) => null()
  end type
  type room
    type(shelf) :: s(3)
  end type
  type house
    type(item), allocatable :: i(:)[:]
  end type
contains
  pure function make(n) result(r)
    integer, intent(in) :: n
    type(item) :: r
    r%n = n
    allocate (r%v(1 + mod(n, 3)), source=n)
  end function
  elemental logical function holds(x, n)
    type(item), intent(in) :: x
    integer, intent(in) :: n
    holds = x%n == n .and. size(x%v) == 1 + mod(n, 3)
    if (holds) holds = all(x%v == n)
  end function
  subroutine copy(n, from, to)
    integer, intent(in) :: n
    type(item), intent(in) :: from(n)
    type(item), intent(out) :: to(n)
    to = from
  end subroutine
  integer function total(x)
    type(item), intent(in) :: x(2)
    total = sum(x%n) + sum(x(1)%v) + sum(x(2)%v)
  end function
end module
program deep_arrays_program
  use, intrinsic :: iso_fortran_env, only: team_type
  use deep_arrays
  implicit none
  type(room), save :: x(2)[*]
  type(house) :: h
  type(item), allocatable :: got(:)
  type(item) :: few(2)
  type(team_type) :: parity
  integer :: i, j, k, me, base
  me = this_image()
  k = 1 + mod(me, num_images())
  do i = 1, 4
    x(2)%s(3)%fixed(i) = make(100*me + i)
  end do
  do i = 1, 3
    x(1)%s(i)%fixed(2) = make(100*me + 10*i)
  end do
  allocate (x(2)%s(1)%held(0:3), x(2)%s(1)%there(2,-1:1), h%i(-1:2)[*])
  do i = 0, 3
    x(2)%s(1)%held(i) = make(100*me + 20 + i)
    h%i(i-1) = make(100*me + 50 + i)
  end do
  do i = 1, 2
    do j = -1, 1
      x(2)%s(1)%there(i,j) = make(100*me + 30*i + j)
    end do
  end do
  sync all
  base = 100*k
  got = x(2)[k]%s(3)%fixed([4, 1, 4])
  call check(holds(got, base + [4, 1, 4]))
  got = x(1)[k]%s([3, 1])%fixed(2)
  call check(holds(got, base + [30, 10]))
  got = x(1)[k]%s%fixed(2)
  call check(holds(got, base + [10, 20, 30]))
  got = x(2)[k]%s(1)%held([3, 0])
  call check(holds(got, base + 20 + [3, 0]))
  got = x(2)[k]%s(1)%there(2,[1, -1])
  call check(holds(got, base + 60 + [1, -1]))
  got = reshape(x(2)[k]%s(1)%there([2, 1],0:1), [4])
  call check(holds(got, base + [60, 30, 61, 31]))
  got = h%i([2, -1, 0])[k]
  call check(holds(got, base + 50 + [3, 0, 1]))
  got = h%i(2:-1:-2)[k]
  call check(holds(got, base + 50 + [3, 1]))
  got = [x(2)[k]%s(3)%fixed(2:3), make(7), h%i([1])[k]]
  call check(holds(got, [base + [2, 3], 7, base + 52]))
  do i = 1, 20
    call copy(2, x(2)[k]%s(3)%fixed(2:3), few)
    call check(holds(few, base + [2, 3]))
    call copy(2, (x(2)[k]%s(1)%held([2, 1])), few)
    call check(holds(few, base + [22, 21]))
    if (total(x(2)[k]%s(1)%held(2:3)) /= &
        sum((base + 20 + [2, 3])*(2 + mod(base + 20 + [2, 3], 3)))) error stop 'total'
  end do
  form team (1 + mod(me, 2), parity)
  do i = 1, num_images(parity)
    base = 100*(2*i - mod(me, 2))
    got = h%i([2, -1])[i, team=parity]
    call check(holds(got, base + 50 + [3, 0]))
    got = x(2)[i, team=parity]%s(3)%fixed([1, 2])
    call check(holds(got, base + [1, 2]))
  end do
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine check(right)
    logical, intent(in) :: right(:)
    if (all(right)) return
    print *, 'wrong on image', me, right
    error stop
  end subroutine
end program
