module m
  implicit none
  integer :: x[*]
contains
  pure subroutine p
    sync all
  end subroutine
  subroutine q
    use iso_fortran_env
    type(event_type), save :: e[*]
    type(lock_type) :: l
    integer :: i
    critical
      sync all
      return
    end critical
    do concurrent (i = 1:3)
      sync memory
    end do
    event wait (e[1])
    lock (e)
    sync images (1.5)
  end subroutine
end module
