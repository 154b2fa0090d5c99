! feature: diagnostics: coindexed objects
! Coindexed objects in declarations, and substring ranges in front of an image selector (F2018 10.1.12, R908, R917).
program coindexed_declarations
  implicit none
  integer :: n[*], lim(3)[*], status
  character(8) :: s[*], t
  ! expect-error: a coindexed object cannot stand in a constant expression
  integer :: first = n[1]
  n = 3
  lim = 2
  block
    real :: x(n[1]) ! in a BLOCK construct they are evaluated in front of it
    character(lim(2)[1]) :: c
    x = 0
    c = ' '
  end block
  block
    integer, save :: m[*]
    ! expect-error: is declared in the construct itself
    real :: y(m[1])
    y = 0
  end block
  s = 'abc'
  t = s[1](2:3)
  ! expect-error: an image selector stands before a substring range
  t = s(2:3)[1]
  ! expect-error: an image selector stands before a substring range
  s(2:3)[1] = t
contains
  subroutine work()
    real :: x(n[1]) ! a specification function gives it
    character(lim(2)[1]) :: c
    ! expect-error: a coindexed object can stand in a declared bound or length only in a procedure
    real :: y(n[1, stat=status])
    x = 0
    y = 0
    c = ' '
  end subroutine
end program
