program d
!dir$ ivdep
  !$omp parallel do
  do i = 1, 3
    !$ x = omp_get_thread_num()
    a(i) = b(i) + & !$omp not a directive
    !$acc loop
      c(i)
  end do
!$omp end parallel do
!$hpf independent
! no directive $x
end program
