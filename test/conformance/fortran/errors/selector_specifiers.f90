! feature: diagnostics: image selectors
program selector_specifiers
  use, intrinsic :: iso_fortran_env
  implicit none
  integer :: x[*], i, s
  character :: c
  type(team_type) :: t
  integer, allocatable :: a[:], b[:, :]
  ! expect-error: given twice
  i = x[1, stat=s, stat=s]
  ! expect-error: integer scalar
  i = x[1, stat=c]
  ! expect-error: integer scalar
  i = x[1, team_number=1.5]
  ! expect-error: either team= or team_number=
  i = x[1, team=t, team_number=2]
  ! expect-error: cannot be coindexed
  i = x[1, stat=x[1]]
  ! expect-error: from corank 1 to corank 2
  call move_alloc(a, b)
  ! expect-error: no argument 'failed'
  i = num_images(failed=.true.)
  ! expect-error: only after COARRAY
  i = this_image(dim=1)
  ! expect-error: at most
  i = num_images(t, 2)
end program
