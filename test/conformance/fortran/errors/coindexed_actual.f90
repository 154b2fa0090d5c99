! feature: diagnostics: coindexed objects
program coindexed_actual
  implicit none
  integer :: a(4)[*], x[*], plain(4)
  plain = 0
  ! expect-error: coarray
  call exchange(a(:)[1])
  ! expect-error: coarray
  call exchange(plain)
  ! expect-error: coarray
  call one(x[1])
  ! expect-error: coarray
  call exchange(a([1, 3]))
  call exchange(a)
  call one(x)
contains
  subroutine exchange(v)
    integer, intent(inout) :: v(:)[*]
    v(1)[1] = 3
  end subroutine exchange
  subroutine one(y)
    integer, intent(in) :: y[*]
    print *, y[1]
  end subroutine one
end program coindexed_actual
