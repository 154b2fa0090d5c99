! conformance: images=1,2,3,5
! feature: type-bound procedures with coindexed objects
module account_m
  implicit none
  type account
    integer :: balance = 0
    integer :: history(5) = 0
  contains
    procedure :: deposit
    procedure :: total
    procedure, private :: plus
    generic :: operator(+) => plus
  end type account
contains
  subroutine deposit(self, amount)
    class(account), intent(inout) :: self
    integer, intent(in) :: amount
    self%history = eoshift(self%history, -1, boundary=amount)
    self%balance = self%balance + amount
  end subroutine deposit
  integer function total(self)
    class(account), intent(in) :: self
    total = self%balance + sum(self%history)
  end function total
  integer function plus(self, other)
    class(account), intent(in) :: self, other
    plus = self%balance + other%balance
  end function plus
end module account_m

program type_bound
  use account_m
  implicit none
  type(account) :: acc[*], list(2)[*]
  integer :: me, n, k, left
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  call acc%deposit(100 * me)
  call list(2)%deposit(7)
  sync all
  call check('function on a coindexed object', acc[k]%total(), 200 * k)
  call check('operator', acc[k] + list(2)[k], 100 * k + 7)
  sync all
  call acc[k]%deposit(me)
  call list(1)[k]%deposit(3 * me)
  sync all
  call check('subroutine on a coindexed object', acc%balance, 100 * me + left)
  call check('its array component', acc%history(1) + 1000 * acc%history(2), left + 100000 * me)
  call check('element', list(1)%balance, 3 * left)
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
end program type_bound
