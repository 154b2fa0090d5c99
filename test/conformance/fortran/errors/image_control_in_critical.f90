! feature: diagnostics: image control
program image_control_in_critical
  use, intrinsic :: iso_fortran_env
  implicit none
  type(event_type) :: e[*]
  type(lock_type) :: l[*]
  integer, allocatable :: a(:)[:]
  integer :: i
  do i = 1, 2
    critical
      ! expect-error: critical
      sync all
      if (i == 1) then
        ! expect-error: critical
        event post (e[1])
      end if
      ! expect-error: critical
      lock (l[1])
      ! expect-error: critical
      allocate (a(3)[*])
      ! expect-error: critical
      critical
      end critical
      ! expect-error: critical
      if (i == 2) sync memory
    end critical
  end do
end program image_control_in_critical
