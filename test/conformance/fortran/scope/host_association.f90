! conformance: images=1,2,3,5
! feature: host association
module outer_m
  implicit none
  integer :: a(4)[*], b[*]
contains
  subroutine level1(k)
    integer, intent(in) :: k
    integer, save :: c[*]
    c = 3 * this_image()
    sync all
    call level2
    b[k] = b[k] + 1
  contains
    subroutine level2
      integer :: a                                 ! hides the coarray
      a = c[k]
      b[k] = a + this_image()
    end subroutine level2
  end subroutine level1
  integer function peek(i, k)
    integer, intent(in) :: i, k
    peek = a(i)[k]
  end function peek
end module outer_m

program host_association
  use outer_m
  implicit none
  integer :: me, n, k, left, z[*]
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  a = [10, 20, 30, 40] * me
  call level1(k)
  sync all
  call check('b', b, 3 * me + left + 1)
  call check('peek', peek(4, k), 40 * k)
  call main_inner
  sync all
  call check('z', z, -left)
  call check('a hidden', shadow(), 15)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine main_inner
    z[k] = -me
  end subroutine main_inner
  integer function shadow()
    integer :: a(2), z
    a = [7, 8]
    z = sum(a)
    block
      integer :: a
      a = 0
      shadow = z + a
    end block
  end function shadow
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program host_association
