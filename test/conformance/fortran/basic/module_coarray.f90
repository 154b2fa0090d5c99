! conformance: images=1,2,3,5,8
! feature: static coarray in a module
module fields
  implicit none
  integer, parameter :: nx = 6
  integer, save :: rho(0:nx+1)[*] = -7
  integer :: total[*] = 0            ! module variables are saved implicitly
contains
  subroutine exchange(left, right)
    integer, intent(in) :: left, right
    sync all
    rho(nx+1)[left] = rho(1)
    rho(0)[right] = rho(nx)
    sync all
  end subroutine exchange
end module fields

program module_coarray
  use fields
  implicit none
  integer :: me, n, left, right, i
  me = this_image(); n = num_images()
  left = modulo(me - 2, n) + 1
  right = modulo(me, n) + 1
  call check('initial value, first', rho(0), -7)
  call check('initial value, last', rho(nx+1), -7)
  rho(1:nx) = [(me * 10 + i, i = 1, nx)]
  call exchange(left, right)
  call check('left halo', rho(0), left * 10 + nx)
  call check('right halo', rho(nx+1), right * 10 + 1)
  sync all
  if (me == n) total[1] = n
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
  if (this_image() == 1 .and. total /= n) error stop 'FAIL: total on image 1'
contains
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program module_coarray
