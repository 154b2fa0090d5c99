! conformance: images=1,2,3,5,8
! feature: coarray dummy, other cobounds
! A dummy has the corank and cobounds of its own declaration.
program cobounds_differ
  implicit none
  integer :: x(2)[*], y[2, *], me, n
  me = this_image(); n = num_images()
  x = me; y = -me
  sync all
  call from_zero(x)
  call grid(x, 2)
  call grid(x, 3)
  call line(y)
  call deep(y)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine from_zero(a)
    integer :: a(2)[0:*], k
    do k = 0, n - 1
      call check('[0:*]', a(2)[k], k + 1)
    end do
    call check('lcobound', lcobound(a, 1), 0)
    call check('this_image', this_image(a, 1), me - 1)
  end subroutine from_zero
  subroutine grid(a, px)
    integer, intent(in) :: px
    integer :: a(2)[px, 0:*], k
    do k = 1, n
      call check('[px,0:*]', a(1)[mod(k - 1, px) + 1, (k - 1) / px], k)
    end do
    call check('ucobound', ucobound(a, 1), px)
    call check('image_index', image_index(a, [mod(n - 1, px) + 1, (n - 1) / px]), n)
  end subroutine grid
  subroutine line(b)
    integer :: b[-3:*], k
    do k = 1, n
      call check('[-3:*]', b[k - 4], -k)
    end do
  end subroutine line
  subroutine deep(b)
    integer :: b[1, 2, 0:1, 5:*], k
    do k = 1, n
      call check('corank 4', b[1, mod(k - 1, 2) + 1, mod((k - 1) / 2, 2), (k - 1) / 4 + 5], -k)
    end do
  end subroutine deep
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program cobounds_differ
