! conformance: images=1,2,3,5
! feature: coarray dummy, scalar
program scalar_dummy
  implicit none
  type state
    integer :: count = 0
    real :: v(3) = 0
  end type state
  integer :: x[*], a(4)[*]
  character(6) :: name[*]
  type(state) :: s[*], t(2)[*]
  integer :: me, n, k, left
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  x = 0; a = 0; name = ''
  sync all
  call send(x, 5 * me, k)
  call send(a(3), 6 * me, k)                       ! element
  call send(s%count, 7 * me, k)                    ! component
  call send(t(2)%count, 8 * me, k)                 ! component of an element
  call sendr(t(1)%v, k)                            ! array component
  call sendc(name, k)
  call sendt(t(2), k)
  sync all
  call check('scalar', x, 5 * left)
  call check('element', a(3), 6 * left)
  call check('its neighbours', a(2) + a(4), 0)
  call check('component', s%count, 7 * left)
  call check('component of element', t(2)%count, 8 * left + 1000)
  call check('array component', nint(t(1)%v(2)), left)
  if (name /= 'im' // achar(48 + left)) error stop 'FAIL: character'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine send(y, what, k)
    integer, intent(inout) :: y[*]
    integer, intent(in) :: what, k
    y[k] = what
  end subroutine send
  subroutine sendr(v, k)
    real :: v(3)[*]
    integer, intent(in) :: k
    v(2)[k] = this_image()
  end subroutine sendr
  subroutine sendc(c, k)
    character(*) :: c[*]
    integer, intent(in) :: k
    c[k] = 'im' // achar(48 + this_image())
  end subroutine sendc
  subroutine sendt(u, k)
    type(state) :: u[*]
    integer, intent(in) :: k
    sync all
    u[k]%count = u[k]%count + 1000
  end subroutine sendt
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program scalar_dummy
