! feature: diagnostics: image control
! Which operations REDUCE has, and for which types (F2023 11.1.7.2).
program reductions
  implicit none
  integer :: x[*], n, i
  logical :: l
  character(3) :: c
  n = 0
  l = .true.
  c = 'abc'
  do concurrent (i = 1:3) reduce(+: n) reduce(.and.: l) reduce(max: c)
    n = n + x[1]
    l = l .and. n > i
    c = max(c, 'abd')
  end do
  ! expect-error: REDUCE has no operation '-' (F2023 R1131)
  do concurrent (i = 1:3) reduce(-: n)
    n = n - x[1]
  end do
  ! expect-error: 'q' is not declared
  do concurrent (i = 1:3) reduce(+: q)
    n = i
  end do
  ! expect-error: REDUCE(.or.) is not defined for the type of 'n'
  do concurrent (i = 1:3) reduce(.or.: n)
    n = i
  end do
  ! expect-error: REDUCE(ieor) is not defined for the type of 'l'
  do concurrent (i = 1:3) reduce(ieor: l)
    l = .true.
  end do
end program reductions
