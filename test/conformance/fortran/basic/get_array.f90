! conformance: images=1,2,3,5,8
! feature: coindexed reference, array
program get_array
  implicit none
  integer, parameter :: m = 9
  double precision :: a(m)[*], b(m), c(m)
  integer :: me, n, k, i
  me = this_image(); n = num_images()
  a = [(me + i / 16d0, i = 1, m)]
  sync all
  do k = 1, n
    b = a(:)[k]
    c = a(:)[k] - a
    do i = 1, m
      call checkd('a(:)[k]', b(i), k + i / 16d0)
      call checkd('a(:)[k] - a', c(i), dble(k - me))
    end do
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine checkd(what, got, want)
    character(*), intent(in) :: what
    double precision, intent(in) :: got, want
    if (abs(got - want) > 1d-12 * max(1d0, abs(want))) then
      print '(3a,g0,a,g0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine checkd
end program get_array
