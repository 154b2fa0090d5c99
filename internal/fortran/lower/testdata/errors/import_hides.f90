program p
  integer, save :: x(4)[*]
  integer :: abs(3), n
  call s
contains
  integer function max(i)
    integer, intent(in) :: i
    max = i
  end function
  subroutine s
    import, only: x
    n = abs(-3) + x(1)[1]
    n = max(2, 3) + min(1, 2)
    i = n
  end subroutine
end program
