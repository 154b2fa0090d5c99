! feature: diagnostics: image control
! What is wrong in a simple procedure is told of a simple one.
module m
  implicit none
contains
  simple subroutine s(x, c)
    integer, intent(inout) :: x, c[*]
    ! expect-error: a simple procedure cannot define a coindexed object
    c[1] = x
    ! expect-error: the image control statement SYNC ALL cannot stand in a simple procedure
    sync all
    ! expect-error: the image control statement CO_SUM cannot stand in a simple procedure
    call co_sum(x)
    ! expect-error: ATOMIC_ADD is not pure, so a simple procedure cannot call it
    call atomic_add(c[1], 1)
  end subroutine
end module
program p
end program
