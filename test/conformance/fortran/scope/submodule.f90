! conformance: images=1,2,3,5
! feature: submodules
module api
  implicit none
  integer :: mail[*] = 0
  interface
    module subroutine send(k, v)
      integer, intent(in) :: k, v
    end subroutine send
    module function total(m, x) result(r)
      integer, intent(in) :: m
      integer, intent(in) :: x(m)[*]
      integer :: r
    end function total
  end interface
end module api

submodule (api) impl
  implicit none
  integer :: log(3)[*] = 0
contains
  module procedure send
    mail[k] = v
    log(2)[k] = v + 1
    sync all
    mail = mail + log(2)
  end procedure send
  module function total(m, x) result(r)
    integer, intent(in) :: m
    integer, intent(in) :: x(m)[*]
    integer :: r, k
    r = 0
    do k = 1, num_images()
      r = r + sum(x(:)[k])
    end do
  end function total
end submodule impl

program use_submodule
  use api
  implicit none
  integer :: a(2)[*], me, n, k, left
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  a = [me, 10 * me]
  sync all
  call send(k, 5 * me)
  call check('mail', mail, 10 * left + 1)
  call check('total', total(2, a), 11 * n * (n + 1) / 2)
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
end program use_submodule
