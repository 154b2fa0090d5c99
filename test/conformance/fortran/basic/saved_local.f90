! conformance: images=1,2,3,5
! feature: static coarray in a procedure
program saved_local
  implicit none
  integer :: k
  do k = 1, 3
    call step(k)
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine step(iter)
    integer, intent(in) :: iter
    integer, save :: count[*] = 0
    integer, save :: box(3)[*]
    integer :: me, n, right, left
    me = this_image(); n = num_images()
    right = mod(me, n) + 1
    left = mod(me + n - 2, n) + 1
    sync all
    count[right] = count[right] + left + 1
    box(:)[right] = [me, iter, me * iter]
    sync all
    call check('count is kept between calls', count, iter * (merge(n, left - 1, left == 1) + 1))
    call check('box(1)', box(1), left)
    call check('box(2)', box(2), iter)
    call check('box(3)', box(3), left * iter)
    sync all
  end subroutine step
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program saved_local
