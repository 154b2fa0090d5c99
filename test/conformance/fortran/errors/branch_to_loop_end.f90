! feature: diagnostics: old loops
! A statement that ends a labelled DO loop, needs lines beside it, and is the target of a branch of any kind.
program branch_to_loop_end
  implicit none
  integer :: i, n, x[*]
  n = 0
  do 10 i = 1, 3
    if (i == 2) goto 10
    ! expect-error: a statement that ends a labelled DO loop and is the target of a branch cannot be translated
10  n = n + x[1]
  do 20 i = 1, 3
    call odd(i, *20)
    ! expect-error: a statement that ends a labelled DO loop and is the target of a branch cannot be translated
20  n = n + x[1]
  do 30 i = 1, 3
    read (*, *, err=30) n
    ! expect-error: a statement that ends a labelled DO loop and is the target of a branch cannot be translated
30  n = n + x[1]
  do 40 i = 1, 3
40  n = n + x[1]
  do 50 i = 1, 3
    if (i == 2) goto 50
    n = n + x[1]
50 continue
contains
  subroutine odd(i, *)
    integer, intent(in) :: i
    if (mod(i, 2) == 1) return 1
40  if (i < 0) goto 40
  end subroutine
end program branch_to_loop_end
