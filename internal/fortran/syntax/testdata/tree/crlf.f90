program crlf
  ! comment é€
  character(*), parameter :: s = "é€" // &
    & "x"
	integer :: i[*]	! tabs
  i[1] = 1 &

  ! between
    + 2 ; i = 3;; i = 4 ;
end program
