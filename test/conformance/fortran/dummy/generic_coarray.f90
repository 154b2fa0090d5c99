! conformance: images=1,2,3,5
! feature: generic procedures with coarray dummies
module transfer_m
  implicit none
  interface send
    module procedure send_int, send_real, send_int_array
  end interface send
contains
  subroutine send_int(x, v, k)
    integer :: x[*]
    integer, intent(in) :: v, k
    x[k] = v
  end subroutine send_int
  subroutine send_real(x, v, k)
    real :: x[*]
    real, intent(in) :: v
    integer, intent(in) :: k
    x[k] = v
  end subroutine send_real
  subroutine send_int_array(x, v, k)
    integer, contiguous :: x(:)[*]
    integer, intent(in) :: v(:), k
    x(:)[k] = v
  end subroutine send_int_array
end module transfer_m

program generic_coarray
  use transfer_m
  implicit none
  interface
    subroutine outside(a, m, k)
      integer, intent(in) :: m, k
      integer, intent(inout) :: a(m)[*]
    end subroutine outside
  end interface
  integer :: i[*], v(3)[*], w(4)[*], me, n, k, left
  real :: r[*]
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  i = 0; r = 0; v = 0; w = me
  sync all
  call send(i, me, k)
  call send(r, 0.5 * me, k)
  call send(v, [me, 2 * me, 3 * me], k)
  call outside(w, 4, k)
  sync all
  call check('integer', i, left)
  call check('real', nint(2 * r), left)
  call check('array', v(3), 3 * left)
  call check('external procedure with an interface', w(4), left + 1)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program generic_coarray

subroutine outside(a, m, k)
  implicit none
  integer, intent(in) :: m, k
  integer, intent(inout) :: a(m)[*]
  a(m)[k] = a(1) + 1
end subroutine outside
