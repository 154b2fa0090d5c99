! conformance: images=1,2,3
! feature: pre-standard usage
program unsaved_coarray
  implicit none
  integer :: i
  do i = 1, 3
    call work(i)
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine work(i)
    integer, intent(in) :: i
    integer :: x[*], a(3)[*]                       ! taken as saved
    integer :: me, n, k
    me = this_image(); n = num_images(); k = mod(me, n) + 1
    if (i > 1 .and. a(3) /= i - 1) error stop 'FAIL: not kept'
    x = me * i; a = i
    sync all
    if (x[k] /= k * i) then
      print *, 'FAIL: expected', k * i, 'got', x[k], 'image', me
      error stop 1
    end if
    sync all
  end subroutine work
end program unsaved_coarray
