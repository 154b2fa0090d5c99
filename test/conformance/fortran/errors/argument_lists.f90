! feature: diagnostics: intrinsics
! Argument lists of procedures of the parallel model: no argument twice, not too many, and none by position behind one by keyword (F2018 C1534, 15.5.2.1).
program argument_lists
  use iso_fortran_env
  implicit none
  integer :: n, i, s
  integer(atomic_int_kind) :: cell[*]
  integer :: grid(4)[0:1,*]
  real, allocatable :: a(:)[:], b(:)[:]
  character(40) :: why
  type(team_type) :: t
  type(event_type) :: done[*]
  ! expect-error: the argument COARRAY of LCOBOUND is given twice
  n = lcobound(grid, 1, coarray=grid)
  ! expect-error: an argument of UCOBOUND without keyword follows one with a keyword
  n = ucobound(coarray=grid, 1)
  ! expect-error: the argument SUB of IMAGE_INDEX is given twice
  n = image_index(grid, [0, 1], sub=[0, 2])
  ! expect-error: TEAM_NUMBER of IMAGE_INDEX must be a scalar integer
  n = image_index(grid, [0, 1], team_number=t)
  ! expect-error: the argument IMAGE of IMAGE_STATUS is given twice
  n = image_status(image=1, image=2)
  ! expect-error: dim=3 of LCOBOUND is outside of 1 to 2
  n = lcobound(dim=3, coarray=grid)
  ! expect-error: the argument RESULT_IMAGE of CO_SUM is given twice
  call co_sum(n, 1, result_image=2)
  ! expect-error: CO_MAX has 4 arguments at most
  call co_max(n, 1, s, why, 3)
  ! expect-error: the argument STAT of CO_BROADCAST is given twice
  call co_broadcast(n, 1, stat=s, stat=i)
  ! expect-error: the argument OPERATION of CO_REDUCE is given twice
  call co_reduce(n, larger, operation=larger)
  ! expect-error: an argument of CO_REDUCE without keyword follows one with a keyword
  call co_reduce(n, operation=larger, 1)
  ! expect-error: the argument A of CO_REDUCE must be a variable
  call co_reduce(operation=larger, a=n + 1)
  ! expect-error: the argument VALUE of ATOMIC_ADD is given twice
  call atomic_add(cell[1], 1, value=2)
  ! expect-error: EVENT_QUERY has 3 arguments at most
  call event_query(done, n, s, i)
  ! expect-error: MOVE_ALLOC has 4 arguments at most
  call move_alloc(a, b, s, why, 3)
  ! expect-error: the argument TO of MOVE_ALLOC is given twice
  call move_alloc(a, b, to=b)
  call co_reduce(result_image=1, operation=larger, a=n)
  call move_alloc(to=b, from=a)
contains
  pure integer function larger(x, y)
    integer, intent(in) :: x, y
    larger = max(x, y)
  end function
end program argument_lists
