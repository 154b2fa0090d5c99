! feature: diagnostics: coindexed objects
! Coindexed objects in declarations, and substring ranges in front of an image selector (F2018 10.1.12, R908, R917).
program coindexed_declarations
  implicit none
  integer :: n[*], lim(3)[*]
  character(8) :: s[*], t
  ! expect-error: a coindexed object cannot stand in a constant expression
  integer :: first = n[1]
  n = 3
  lim = 2
  block
    ! expect-error: in a bound or length of a declaration
    real :: x(n[1])
    ! expect-error: in a bound or length of a declaration
    character(lim(2)[1]) :: c
    x = 0
    c = ' '
  end block
  s = 'abc'
  t = s[1](2:3)
  ! expect-error: an image selector stands before a substring range
  t = s(2:3)[1]
  ! expect-error: an image selector stands before a substring range
  s(2:3)[1] = t
end program
