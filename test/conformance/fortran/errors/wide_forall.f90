! feature: diagnostics: coindexed objects
! back-end: gfortran
! In FORALL, gfortran counts bytes instead of characters where it reaches both sides by pointers,
! and takes one character of each where a WHERE defines a component.
program wide_forall
  implicit none
  character(3, 4) :: w(5)[*], plain(5)
  character(3, 4), target :: seen(5)
  character(3, 1) :: one(5)[*]
  type :: named
    character(3) :: name
  end type
  type(named) :: p(5)[*], q(5)
  integer :: i
  forall (i=1:4) plain(i) = w(i)[2]
  forall (i=1:4) w(i)[2] = plain(i)
  forall (i=1:4) one(i)[2] = one(i + 1)
  forall (i=1:4) plain(i) = seen(i)
  ! expect-error: gfortran would assign wrong values here: the characters have several bytes
  forall (i=1:4) w(i)[2] = w(i)
  ! expect-error: gfortran would assign wrong values here: the characters have several bytes
  forall (i=1:4) w(i)[2] = seen(i)(1:2)
  forall (i=1:4)
    ! expect-error: gfortran would assign wrong values here: the characters have several bytes
    seen(i) = w(i)[1](1:2)
  end forall
  forall (i=1:4)
    ! expect-error: gfortran would assign wrong values here: the characters have several bytes
    where (plain == seen) w(:)[i] = w(:)[1]
    ! expect-error: gfortran would assign wrong values here: a WHERE in it defines a component
    where (plain == seen) p(:)[i]%name = p(:)[1]%name
    where (plain == seen) p(:)[i]%name = q%name
    where (plain == seen) p(:)[i]%name = 'one'
  end forall
end program wide_forall
