! conformance: images=1,2,3
! feature: coindexed objects in implied DO, FORALL and DO CONCURRENT without iterations: transfers
! A designator without a loop's index is transferred once, but only if the loop has an iteration.
! Without an iteration the object need not exist, and a put would overwrite one that does.
module nothing_moves
  implicit none
  type t
    integer, allocatable :: c(:)
    integer :: v(3)
  end type
  type u
    integer, allocatable :: h(:)[:]
  end type
  type w
    class(t), allocatable :: p
    character(len=:), allocatable :: text
  end type
contains
  pure integer function first(a)
    type(t), intent(in) :: a
    first = a%v(1)
  end function
  elemental integer function length(a)
    character(*), intent(in) :: a
    length = len(a)
  end function
  integer function of_value(a)
    character(4), value :: a
    of_value = len_trim(a)
  end function
end module

program no_iterations_nothing_moves
  use nothing_moves
  implicit none
  integer, allocatable :: d(:)[:], none(:)[:]
  character(4), save :: text(3)[*]
  type(t), save :: x[*]
  type(t), allocatable :: objects(:)[:], got(:)
  type(u), save :: y
  type(w), save :: z[*]
  integer :: n

  n = 0
  call without_objects(0, 2)
  call without_objects(10000000, 2)
  allocate (d(3)[*], x%c(3), got(3))
  d = 7; x%c = 7; x%v = 7
  sync all
  if (this_image() == num_images()) call definitions(1, 2)
  sync all
  if (any(d /= 7) .or. any(x%c /= 7) .or. any(x%v /= 7)) then
    print *, this_image(), ':', d, x%c, x%v
    error stop 'something was defined'
  end if
  sync all
  n = 2
  if (this_image() == num_images()) call some(1, 2)
  sync all
  if (this_image() == 1) then
    if (any(d /= [7, 5, 7]) .or. any(x%c /= [7, 5, 7]) .or. any(x%v /= [7, 5, 7])) then
      print *, d, x%c, x%v
      error stop 'not defined'
    end if
    print '(a)', 'PASS'
  end if

contains

  ! Image k does not exist, and the components are not allocated.
  subroutine without_objects(k, j)
    integer, intent(in) :: k, j
    integer :: i, l, a(3), state
    character(80) :: line

    a = 1
    state = 42
    line = ' '
    a(:n) = [(none(j)[k], i = 1, n)]
    a(:n) = [((none(j)[k], i = 1, l), l = 1, n)]
    a(:n) = [(first(x[k]), i = 1, n)]
    a(:n) = [(first(objects(j)[k]), i = 1, n)]
    a(:n) = [(first(objects(i)[k]), i = 1, n)]
    a(:n) = [(size(x[k]%c), i = 1, n)]
    a(:n) = [(merge(1, 0, allocated(x[k]%c)), i = 1, n)]
    a(:n) = [(x[k]%c(j), i = 1, n)]
    a(:n) = [(x[k]%c(i), i = 1, n)]
    a(:n) = [(y%h(j)[k], i = 1, n)]
    a(:n) = [(y%h(i)[k], i = 1, n)]
    a(:n) = [(length(z[k]%text), i = 1, n)]
    a(:n) = [(z[k]%p%v(j), i = 1, n)]
    a(:n) = [(sum(objects(:)[k]%v(1)), i = 1, n)]
    a(:n) = [(of_value(text(j)[k] // ''), i = 1, n)]
    a(:n) = [(none(j)[k, stat=state], i = 1, n)]
    a(:n) = [((x[k, stat=state]%c(l), l = 1, 2), i = 1, n)]
    write (line, *) (z[k]%text, i = 1, n)
    write (line, *) (x[k]%c, i = 1, n)
    write (line, *) (none(j)[k], i = 1, n), (x[k]%c(j), i = 1, n)
    if (any(a /= 1) .or. line /= ' ' .or. state /= 42) error stop 'something was read'
  end subroutine

  subroutine definitions(k, j)
    integer, intent(in) :: k
    integer, value :: j
    integer :: i, l
    logical :: never(3)
    character(20) :: line

    never = .false.
    line = '3 4 5'
    forall (i = 1:n) d(j)[k] = 1
    forall (i = 2:n + 1) d(j)[k] = 1
    forall (i = 1:n, l = 1:3) d(l)[k] = 1
    forall (i = 1:n, l = 1:3)
      x[k]%v(l) = 5
      x[k]%c(l) = 5
    end forall
    forall (i = 1:n)
      where (never) d(:)[k] = 3
      x[k]%v(j) = 5
      x[k]%c(j) = 5
    end forall
    read (line, *) (d(j)[k], i = 1, n)
    read (line, *) (d(1:3)[k], i = 1, n)
    read (line, *) ((d(l)[k], l = 1, 3), i = 1, n)
    read (line, *) (x[k]%c(j), i = 1, n)
    read (line, *) (x[k]%v(j), i = 1, n)
    do concurrent (i = 1:n, l = 1:3)
      d(l)[k] = 4
    end do
  end subroutine

  ! The index of the outer loop stands in the bounds of the inner one: its first iteration has
  ! none of the inner loop's.
  subroutine some(k, j)
    integer, intent(in) :: k, j
    integer :: i, l, a(2)

    forall (i = 1:1, l = 1:1) d(j)[k] = 5
    forall (i = 1:1)
      x[k]%v(j) = 5
      x[k]%c(j) = 5
    end forall
    a = 0
    a(:1) = [((d(j)[k] + x[k]%c(j), i = 2, l), l = 1, n)]
    if (a(1) /= 10) error stop 'not read'
  end subroutine
end program
