! feature: diagnostics: coindexed objects
! In FORALL, the same memory by two names and of two types, where no temporary can stand in between.
program associated_overlap
  implicit none
  integer :: a(8)[*], i
  complex :: z(8)[*]
  logical :: m(8)
  m = .true.
  a = 1
  associate (u => a(1:8), w => a)
    where (m(2:8)) u(2:8) = u(1:7)[1]
    where (m(2:8)) w(2:8) = w(1:7)[1]
    where (m) a = u(:)[1]
    where (m(2:8)) a(2:8) = u(1:7)[1]
    forall (i=2:8) u(i) = a(i-1)[1]
    where (m(2:8))
      u(2:8) = a(1:7)[1]
    end where
  end associate
  z = 1
  associate (u => z(1:8)%re)
    ! expect-error: may be the same memory
    forall (i=2:8) u(i) = real(z(i-1)[1])
  end associate
end program
