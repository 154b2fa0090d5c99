! feature: diagnostics: arrays that a loop in a statement defines
program sizes_defined
  implicit none
  character(11) :: c(4)[*], d(4)[*]
  character(8) :: e(4)[*]
  integer :: i, all(2)
  character(80) :: line
  line = 'aa bb cc dd'
  ! expect-error: C0248
  read (line, *) (c(i:i+1)[1], i = 1, 3, 2)
  read (line, *) (e(i:i+1)[1], i = 1, 3, 2)
  ! expect-error: C0248
  all = [(up(d(2:4:2)[1]), i = 1, 2)]
  all(1) = up(d(2:4:2)[1])
  all = [(up(e(2:4:2)[1]), i = 1, 2)]
contains
  integer function up(a)
    character(*), intent(inout) :: a(:)
    a(1) = 'x'
    up = 1
  end function
end program
