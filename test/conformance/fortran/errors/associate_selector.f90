! feature: diagnostics: coindexed objects
program associate_selector
  implicit none
  integer :: a(4)[*]
  ! expect-error: coindexed
  associate (v => a(:)[1])
    print *, v
  end associate
  associate (v => a(:)[1] + 0)
    print *, v
  end associate
end program associate_selector
