! feature: diagnostics: coindexed objects
! Subscripts of coindexed objects in WHERE and FORALL that depend on what is defined there.
program p
  implicit none
  type :: one
    integer :: k = 1
  end type
  type, extends(one) :: two
    integer :: v(3) = 0
  end type
  type(two) :: t[*]
  integer :: b(3)[*], c(3)[*], idx(3), y(3), i
  ! expect-error: this subscript of 'c' depends on what the statement defines
  forall (i=1:3) c(c(i)[2])[1] = i
  ! expect-error: this subscript of 'c' depends on what the statement defines
  forall (i=1:3) c(i)[c(1)] = i
  forall (i=1:3)
    ! expect-error: this subscript of 'b' depends on what another statement of the construct defines
    b(idx(i))[1] = i
    idx(i) = 1
  end forall
  where (idx > 1)
    idx = 1
    ! expect-error: this subscript of 'b' depends on what another statement of the construct defines
    y = b(idx)[1]
  end where
  forall (i=1:3) y(i) = b(c(i)[2])[1]
  forall (i=1:3) t[t[1]%k]%v(i) = i
  ! expect-error: this subscript of 't' depends on what the statement defines
  forall (i=1:3) t[t[1]%one%k]%k = 1
end program
