! feature: diagnostics: declarations
! build-args: -std=f2018
program not_saved
  implicit none
  call work
contains
  subroutine work
    ! expect-error: save
    integer :: x[*]
    integer, save :: ok[*]
    integer :: also_ok[*] = 3
    x = ok + also_ok
  end subroutine work
end program not_saved
