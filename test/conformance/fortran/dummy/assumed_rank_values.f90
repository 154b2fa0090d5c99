! conformance: images=2
! feature: coindexed arrays for dummy arguments of assumed rank
! In SELECT RANK the lower bounds are 1 (F2018 11.1.10.3), also where a copy is passed.
program assumed_rank_values
  implicit none
  type box
    integer :: a(4)
    integer :: m(2, 3)
    integer, allocatable :: v(:), w(:, :)
  end type
  type(box), save :: b[*]
  type(box) :: local
  integer :: o, k
  o = 3 - this_image()
  b%a = [10, 20, 30, 40] + this_image()
  b%m = reshape([1, 2, 3, 4, 5, 6], [2, 3]) + this_image()
  b%v = [11, 21, 31, 41] + this_image()
  b%w = reshape([1, 2, 3, 4, 5, 6], [3, 2]) + this_image()
  sync all
  call check('array', second(b[o]%a), 20 + o)
  call check('section', second(b[o]%a(2:)), 30 + o)
  call check('stride', second(b[o]%a(1::2)), 30 + o)
  call check('allocatable', second(b[o]%v), 21 + o)
  call check('part of an allocatable', second(b[o]%v(2:4)), 31 + o)
  call check('matrix', second(b[o]%m), 4 + o)
  call check('part of a matrix', second(b[o]%m(:, 2:)), 6 + o)
  call check('row', second(b[o]%m(1, :)), 3 + o)
  call check('allocatable matrix', second(b[o]%w), 5 + o)
  call check('part of it', second(b[o]%w(2:3, :)), 6 + o)
  call check('in a sum', second(b[o]%m(:, 2:)) + second(b[o]%a), 26 + 2 * o)
  if (second(b[o]%m(:, 2:)) /= 6 + o) error stop 'condition'
  k = 0
  call sub(b[o]%a(2:), k)
  call check('call', k, 30 + o)
  call sub(b[o]%m, k)
  call check('call with a matrix', k, 4 + o)
  call sub(b[o]%v(2:), k)
  call check('call with an allocatable', k, 31 + o)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  integer function second(d)
    integer, intent(in) :: d(..)
    second = 0
    select rank (x => d)
    rank (1)
      if (lbound(x, 1) /= 1) error stop 'lower bound'
      second = x(2)
    rank (2)
      if (any(lbound(x) /= 1)) error stop 'lower bounds'
      second = x(2, 2)
    end select
  end function

  subroutine sub(d, k)
    integer, intent(in) :: d(..)
    integer, intent(out) :: k
    k = second(d)
  end subroutine

  subroutine check(what, is, want)
    character(*), intent(in) :: what
    integer, intent(in) :: is, want
    if (is == want) return
    print '(3a,i0,a,i0)', 'FAIL ', what, ': ', is, ' in place of ', want
    error stop 1
  end subroutine
end program
