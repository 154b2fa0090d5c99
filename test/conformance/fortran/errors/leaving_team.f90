! feature: diagnostics: image control
! No branch out of CHANGE TEAM (F2018 C1111, C1112, C1135, C1166).
program leaving_team
  use iso_fortran_env
  implicit none
  type(team_type) :: t
  integer :: i
  form team (1, t)
outer: do i = 1, 3
    part: change team (t)
      if (i == 1) exit part
      ! expect-error: EXIT outer leaves a CHANGE TEAM construct
      if (i == 2) exit outer
      ! expect-error: CYCLE leaves a CHANGE TEAM construct
      if (i == 3) cycle
      ! expect-error: GO TO leaves a CHANGE TEAM construct
      go to 10
    end team part
  end do outer
10 continue
contains
  subroutine s
    change team (t)
      ! expect-error: RETURN leaves a CHANGE TEAM construct
      return
    end team
  end subroutine
end program leaving_team
