subroutine report(ok)
  implicit none
  logical, intent(in) :: ok
  integer, save :: bad[*] = 0
  integer :: k
  bad = merge(0, 1, ok)
  sync all
  if (this_image() == 1) then
    k = sum([(bad[k], k = 1, num_images())])
    if (k > 0) then
      print *, 'FAIL: images that report errors:', k
      error stop 1
    end if
    print '(a)', 'PASS'
  end if
end subroutine report
