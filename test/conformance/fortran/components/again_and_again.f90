! conformance: images=1,2,3,5,8
! feature: components of coindexed objects in statements that are executed again
! What a component points to is found anew by each statement: in other teams, after reallocation, with other bounds, one and two levels deep.
module m
  implicit none
  type :: leaf
    real(8), allocatable :: v(:)
    integer, allocatable :: n
    complex, allocatable :: g(:,:)
  end type
  type :: branch
    type(leaf), allocatable :: l(:)
    type(leaf), allocatable :: one
  end type
  type(branch) :: b(-1:1)[*]
contains
  subroutine grow(low, high, value)
    integer, intent(in) :: low, high, value
    integer :: i, j
    do i = -1, 1
      if (allocated(b(i)%l)) deallocate (b(i)%l)
      if (allocated(b(i)%one)) deallocate (b(i)%one)
      allocate (b(i)%l(low:low + 2), b(i)%one)
      do j = low, low + 2
        allocate (b(i)%l(j)%v(low:high), b(i)%l(j)%n)
        b(i)%l(j)%v = value + 10 * i + j
        b(i)%l(j)%n = value + j
      end do
      allocate (b(i)%one%g(0:2, -2:high))
      b(i)%one%g = cmplx(value, i)
    end do
  end subroutine
  ! Reads and writes image k's objects, which grow has made.
  subroutine look(k, low, high, value)
    integer, intent(in) :: k, low, high, value
    real(8) :: a(low:high), s
    complex :: c(3)
    integer :: halo(2), n
    character(len=8) :: text
    write (text, '(i0)') value
    if (high >= low) then
      a(low:high) = b(0)[k]%l(low + 1)%v(low:high)
      if (any(a /= value + low + 1)) error stop 'FAIL copy ' // text
      a = b(1)[k]%l(low)%v
      if (any(a /= value + 10 + low)) error stop 'FAIL whole ' // text
      a = 2 * b(-1)[k]%l(low)%v + b(1)[k]%l(low)%v(high)
      if (any(a /= 3 * (value + low) - 10)) error stop 'FAIL expression ' // text
      halo = [high, low]
      a(low:low + 1) = b(1)[k]%l(low + 2)%v(halo)
      if (any(a(low:low + 1) /= value + 12 + low)) error stop 'FAIL gather ' // text
      if (lbound(b(0)[k]%l(low)%v, 1) /= low .or. ubound(b(0)[k]%l(low)%v, 1) /= high) error stop 'FAIL bounds ' // text
      s = sum(b(0)[k]%l(low)%v(low:high:2))
      if (s /= (value + low) * ((high - low + 2) / 2)) error stop 'FAIL stride ' // text
    else
      if (size(b(0)[k]%l(low)%v) /= 0 .or. sum(b(0)[k]%l(low)%v) /= 0) error stop 'FAIL empty ' // text
    end if
    n = b(0)[k]%l(low + 2)%n
    if (n /= value + low + 2) error stop 'FAIL scalar ' // text
    c = b(1)[k]%one%g(:, -1)
    if (any(c /= cmplx(value, 1))) error stop 'FAIL complex ' // text
    if (any(b(-1)[k]%one%g(0:2:2, -2)%im /= -1)) error stop 'FAIL part ' // text
  end subroutine
end module
program p
  use iso_fortran_env, only: team_type
  use m
  implicit none
  type(team_type) :: t
  integer :: me, n, round, k, low, color, first
  integer, allocatable :: ids(:)[:]
  me = this_image()
  n = num_images()
  allocate (ids(n)[*])
  do round = 1, 6
    low = mod(round, 3) - 1
    call grow(low, low + 7 * mod(round, 5) - 1, 1000 * round + me)
    sync all
    do k = 1, n
      call look(k, low, low + 7 * mod(round, 5) - 1, 1000 * round + k)
      call look(k, low, low + 7 * mod(round, 5) - 1, 1000 * round + k)
    end do
    sync all
    k = mod(me, n) + 1
    b(0)[k]%one%g(1, :) = (7., 8.)
    b(0)[k]%l(low)%n = -round
    if (mod(round, 5) > 0) b(0)[k]%l(low + 1)%v(low:low + 1) = [1, 2] * round
    sync all
    if (any(b(0)%one%g(1, :) /= (7., 8.)) .or. any(b(0)%one%g(2, :) /= cmplx(1000 * round + me, 0))) error stop 'FAIL put complex'
    if (b(0)%l(low)%n /= -round) error stop 'FAIL put scalar'
    if (mod(round, 5) > 0) then
      if (any(b(0)%l(low + 1)%v(low:low + 1) /= [1, 2] * round)) error stop 'FAIL put'
    end if
    sync all
    ! teams of every second image, in both directions, and of an irregular choice
    call grow(low, low + 4, 1000 * round + me)
    select case (mod(round, 3))
    case (0)
      color = 1 + mod(me, 2)
      form team (color, t)
    case (1)
      color = 1 + mod(me, 2)
      form team (color, t, new_index=1 + (n - me) / 2)
    case default
      color = merge(1, 2, me == 1 .or. me == 2 .or. me == 4 .or. me == 8)
      form team (color, t)
    end select
    first = me
    change team (t)
      block
        integer, allocatable :: who(:)[:]
        integer :: j
        allocate (who(1)[*])
        who(1) = first
        sync all
        do j = 1, num_images()
          call look(j, low, low + 4, 1000 * round + who(1)[j])
          call look(j, low, low + 4, 1000 * round + who(1)[j])
        end do
        sync all
        deallocate (who)
      end block
    end team
    do k = 1, n
      call look(k, low, low + 4, 1000 * round + k)
    end do
    sync all
  end do
  if (me == 1) print '(a)', 'PASS'
end program
