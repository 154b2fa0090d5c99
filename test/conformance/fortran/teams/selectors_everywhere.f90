! conformance: images=1,2,3,5
! feature: image selectors with team= and team_number=
! A selector with team= wherever a coindexed object may stand, over all kinds of coarrays.
module data
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  type :: point
    integer :: id = 0
    integer, allocatable :: list(:)
  contains
    procedure :: twice
  end type point
  type :: plain
    integer :: id = 0
    real :: w(4) = 0
  end type plain
  type(plain), save :: parts(3)[0:*]
  type(point), save :: points[*]
  integer, allocatable :: grid(:, :)[:, :]
  character(6) :: words(2)[*]
contains
  integer function twice(self)
    class(point), intent(in) :: self
    twice = 2 * self%id
  end function twice
  pure integer function peek(a, k, t)
    integer, intent(in) :: a(:)[*], k
    type(team_type), intent(in) :: t
    peek = sum(a(:)[k, team=t])
  end function peek
  subroutine letters(c, k, t)
    character(*), intent(inout) :: c(:)[*]
    integer, intent(in) :: k
    type(team_type), intent(in) :: t
    if (c(2)[k, team=t](1:1) /= achar(96 + k)) error stop 'FAIL: letters'
    sync team (t)
    c(1)[k, team=t] = 'by '//achar(48 + this_image(t))
    sync team (t)
  end subroutine letters
end module data

program everywhere
  use, intrinsic :: iso_fortran_env
  use data, only: parts, points, lattice => grid, words, peek, letters, point
  implicit none
  type(team_type) :: all, t
  integer :: x(6)[*], me, n, k, i, j, s, y(6), before
  logical :: ok
  me = this_image(); n = num_images()
  all = get_team()
  x = [(10 * me + i, i = 1, 6)]
  parts%id = me
  parts(2)%w = me
  points%id = me
  points%list = [(me, i = 1, me)]
  words = repeat(achar(96 + me), 6)
  allocate (lattice(2, 2)[2, *])
  lattice = me
  form team (mod(me, 2) + 1, t)
  sync all
  k = mod(me, n) + 1
  before = modulo(me - 2, n) + 1
  change team (t)
    s = 0
    do i = 1, 6
      s = s + x(i)[k, team=all]
    end do
    call check('loop', s, 60 * k + 21)
    s = 0
    do j = 1, n
      do i = 1, 6
        s = s + x(i)[j, team=all]
      end do
    end do
    call check('image in a loop', s, 30 * n * (n + 1) + 21 * n)
    call check('implied do', sum([(x(1)[j, team=all], j = 1, n)]), 5 * n * (n + 1) + n)
    call check('vector subscript', sum(x([2, 6])[k, team=all]), 20 * k + 8)
    y = 0
    where (x(:)[k, team=all] > 10 * k + 3) y = x(:)[k, team=all]
    call check('where', sum(y), 30 * k + 15)
    forall (i = 1:6) y(i) = x(7 - i)[k, team=all]
    call check('forall', y(1), 10 * k + 6)
    do concurrent (i = 1:6)
      y(i) = x(i)[k, team=all]
    end do
    call check('do concurrent', y(6), 10 * k + 6)
    if (x(1)[k, team=all] /= 10 * k + 1) error stop 'FAIL: if'
    select case (x(2)[k, team=all] - 10 * k)
    case (2)
    case default
      error stop 'FAIL: select case'
    end select
    call check('pure function', peek(x, k, all), 60 * k + 21)
    call check('actual argument', twice_of(x(1:2)[k, team=all]), 2 * (20 * k + 3))
    associate (v => x(3)[k, team=all] + 0)
      call check('associate', v, 10 * k + 3)
    end associate
    block
      integer, save :: b[*]
      b = 3 * me
      sync team (all)
      call check('block', b[k, team=all], 3 * k)
    end block
    call check('structure', parts(1)[k - 1, team=all]%id, k)
    call check('component of a section', sum(parts(:)[k - 1, team=all]%id), 3 * k)
    call check('array component', int(sum(parts(2)[k - 1, team=all]%w(2:4))), 3 * k)
    call check('allocatable, corank 2', sum(lattice(:, 1)[mod(k - 1, 2) + 1, (k + 1) / 2, team=all]), 2 * k)
    call check('type with procedures', points[k, team=all]%id, k)
    call check('allocatable component', sum(points[k, team=all]%list(1:k)), k * k)
    call check('nested selector', x(1)[x(1)[me, team=all] / 10, team=all], 10 * me + 1)
    call letters(words, k, all)
    if (words(1) /= 'by '//achar(48 + before)) error stop 'FAIL: character'
    sync team (all)
    x(1:3)[k, team=all] = -[me, 2 * me, 3 * me]
    call set(x(4)[k, team=all], me)
    do i = 5, 6
      x(i)[k, team=all] = 7 * me
    end do
    parts(3)[k - 1, team=all]%w(1) = 0.5 * me
    read (words(1)(4:4), *) x(4)[k, team=all]
    sync team (all)
    call check('put', sum(x(1:3)), -6 * before)
    call check('put by read', x(4), modulo(before - 2, n) + 1)
    call check('put in a loop', x(5) + x(6), 14 * before)
    call check('put of a component', nint(2 * parts(3)%w(1)), before)
    sync team (all)
    x = [(10 * me + i, i = 1, 6)]
    x(1:5)[me, team=all] = x(2:6)
    call check('own image, overlapping', x(1) * 1000 + x(5), 1000 * (10 * me + 2) + 10 * me + 6)
    do i = 2, 6
      x(i) = x(i - 1)[me, team=all]
    end do
    call check('own image, recurrence', x(6), 10 * me + 2)
    ok = all_true([(image_index(x, [i], all) == i, i = 1, n)])
    if (.not. ok) error stop 'FAIL: image_index'
  end team
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  logical function all_true(l)
    logical, intent(in) :: l(:)
    all_true = count(l) == size(l)
  end function all_true
  integer function twice_of(v)
    integer, intent(in) :: v(:)
    twice_of = 2 * sum(v)
  end function twice_of
  subroutine set(a, v)
    integer, intent(out) :: a
    integer, intent(in) :: v
    a = v
  end subroutine set
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', me
      error stop 1
    end if
  end subroutine check
end program everywhere
