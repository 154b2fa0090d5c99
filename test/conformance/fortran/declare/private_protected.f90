! conformance: images=1,2,3,5
! feature: private and protected module coarrays
module counter_store
  implicit none
  private
  integer :: store(4)[*] = 0
  integer, protected :: version[*] = 1
  public :: version, deposit, balance, bump
contains
  subroutine deposit(image, slot, amount)
    integer, intent(in) :: image, slot, amount
    store(slot)[image] = store(slot)[image] + amount
  end subroutine deposit
  integer function balance(image)
    integer, intent(in) :: image
    balance = sum(store(:)[image])
  end function balance
  subroutine bump(image)
    integer, intent(in) :: image
    version[image] = version[image] + 1
  end subroutine bump
end module counter_store

program private_protected
  use counter_store
  implicit none
  integer :: me, n, right, left, store
  me = this_image(); n = num_images()
  right = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  store = -1                               ! a name of its own: the module's is private
  call deposit(right, 1, me)
  call deposit(right, 4, 10)
  call bump(right)
  sync all
  call check('balance here', balance(me), left + 10)
  call check('balance of right', balance(right), me + 10)
  call check('version', version[right], 2)
  call check('local store', store, -1)
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
end program private_protected
