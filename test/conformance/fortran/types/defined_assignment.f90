! conformance: images=1,2,3
! feature: defined assignment and operators with coindexed operands
module money_m
  implicit none
  type money
    integer :: cents = 0
  end type money
  interface assignment(=)
    module procedure from_real, to_real
  end interface
  interface operator(+)
    module procedure add
  end interface
  interface operator(<)
    module procedure less
  end interface
contains
  elemental subroutine from_real(m, r)
    type(money), intent(out) :: m
    real, intent(in) :: r
    m%cents = nint(100 * r)
  end subroutine from_real
  elemental subroutine to_real(r, m)
    real, intent(out) :: r
    type(money), intent(in) :: m
    r = m%cents / 100.0
  end subroutine to_real
  elemental type(money) function add(a, b)
    type(money), intent(in) :: a, b
    add%cents = a%cents + b%cents
  end function add
  elemental logical function less(a, b)
    type(money), intent(in) :: a, b
    less = a%cents < b%cents
  end function less
end module money_m

program defined_assignment
  use money_m
  implicit none
  type(money) :: purse[*], till(3)[*], total
  real :: r, v(3)
  integer :: me, n, k, left
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  purse = money(0)
  till = money(50)
  sync all
  purse[k] = 1.25 * me                             ! defined assignment to a coindexed object
  till(2)[k] = till(1)[k] + money(me)
  sync all
  call check('put', purse%cents, 125 * left)
  call check('operator', till(2)%cents, 50 + left)
  r = purse[k]
  call check('get', nint(100 * r), 125 * me)
  v = till(:)[k]
  call check('elemental get', nint(100 * v(2)), 50 + me)
  total = purse[k] + purse[left] + till(1)
  call check('three operands', total%cents, 125 * me + 125 * merge(left - 1, n, left > 1) + 50)
  if (till(3)[k] < till(1)[k] .or. .not. till(1)[k] < till(2)[k]) error stop 'FAIL: comparison'
  sync all
  till(:)[k] = [0.01, 0.02, 0.03] * me
  sync all
  call check('elemental put', till(3)%cents, 3 * left)
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
end program defined_assignment
