! bounds
! Deferred lengths where the back end checks.
program p
  type :: words
    character(len=:), allocatable :: w(:)
  end type
  type(words) :: x[*], y
  character(len=5) :: text(2)
  text = x[1]%w
  y = x[1]
end program
