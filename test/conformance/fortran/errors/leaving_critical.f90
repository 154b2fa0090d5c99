! feature: diagnostics: image control
program leaving_critical
  implicit none
  integer :: i
  call s
outer: do i = 1, 3
    critical
      ! expect-error: critical
      if (i == 2) exit outer
      ! expect-error: critical
      if (i == 1) cycle
      ! expect-error: critical
      go to 10
    end critical
  end do outer
10 continue
contains
  subroutine s
    critical
      ! expect-error: critical
      return
    end critical
  end subroutine s
end program leaving_critical
