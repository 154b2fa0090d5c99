! feature: diagnostics: image control
program image_control_in_do_concurrent
  implicit none
  integer :: i, x[*]
  do concurrent (i = 1:3)
    ! expect-error: do concurrent
    sync all
    ! expect-error: do concurrent
    critical
      x[1] = i
    end critical
  end do
  do concurrent (i = 1:3)
    block
      ! expect-error: do concurrent
      if (i > 1) sync images (*)
    end block
  end do
end program image_control_in_do_concurrent
