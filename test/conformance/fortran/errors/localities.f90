! feature: diagnostics: image control
! What each iteration cannot have for itself (F2018 C1125 to C1129).
program localities
  implicit none
  integer :: x[*], n, i
  integer, allocatable :: a(:)[:]
  do concurrent (i = 1:3) local(n) shared(x)
    n = x
  end do
  ! expect-error: 'x'
  do concurrent (i = 1:3) local(x)
    x = i
  end do
  ! expect-error: 'a'
  do concurrent (i = 1:3) local_init(a)
    a = i
  end do
end program localities
