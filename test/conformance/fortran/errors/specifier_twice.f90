! feature: diagnostics: image control
program specifier_twice
  implicit none
  integer :: st, n
  ! expect-error: stat
  sync all (stat=st, stat=n)
end program specifier_twice
