! inline pointers
subroutine s
  character(4), save :: c(3)[*]
  integer :: n
  call take(c(:)(2:3), c(2)(2:3))
  call take(c, c(1))
  n = count_of(c(1:2)(:3))
contains
  subroutine take(list, one)
    character(*), intent(in) :: list(:)[*], one[*]
    print *, list(1)[1], one[1]
  end subroutine
  integer function count_of(list)
    character(*), intent(in) :: list(:)[*]
    count_of = len(list(1)[1])
  end function
end subroutine
