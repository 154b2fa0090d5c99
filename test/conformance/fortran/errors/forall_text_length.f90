! feature: diagnostics: coindexed objects
! back-end: gfortran
! In FORALL, gfortran's temporary variable has one length, that of what is defined before that.
program forall_text_length
  implicit none
  type :: named
    character(:), allocatable :: name, list(:)
    character(:), pointer :: seen
  end type
  type(named), target :: y(4)
  type(named) :: own(4)
  character(5), target :: c(4)
  character(3) :: a(4)[*]
  integer :: i, j
  forall (i=1:4) own(i)%name = a(i)[1]
  forall (i=1:4) y(1)%list(i) = a(i)[1]
  forall (i=1:4) y(i)%seen(1:2) = a(i)[1]
  forall (i=1:4) c(i)(i:i+1) = a(i)[1]
  ! expect-error: assign wrong values here: the left side takes the length of the right side
  forall (i=1:4) y(i)%name = a(i)[1]
  ! expect-error: assign wrong values here: the length of the left side depends on the index
  forall (i=1:4) y(i)%seen = a(i)[1]
  ! expect-error: assign wrong values here: the length of the left side depends on the index
  forall (i=1:4) y(i)%seen(2:) = a(i)[1]
  ! expect-error: assign wrong values here: the length of the left side depends on the index
  forall (i=1:4) y(i)%list(2) = a(i)[1]
  ! expect-error: assign wrong values here: the length of the left side depends on the index
  forall (i=1:4) c(i)(:i) = a(i)[1]
  ! expect-error: assign wrong values here: the length of the left side depends on the index
  forall (i=1:4, j=1:1) c(i)(i:j) = a(i)[1]
end program forall_text_length
