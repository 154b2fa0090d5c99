! conformance: images=1,2,3,5
! feature: coarrays with ENTRY and SAVE
! A SAVE statement without a list in procedures whose entries have coarrays as dummy arguments.
module counted
  implicit none
contains
  subroutine setv(a, n)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)[*]
    integer, intent(in) :: k
    real, intent(out) :: r
    real, intent(in) :: b(*)[*]
    integer :: calls
    save
    data calls /0/
    a = n + this_image()
    calls = calls + 1
    return
  entry add(a, n, k)
    a = a + a(:)[k]
    calls = calls + 10
  entry set_first(a, n, k)
    if (calls > 10) a(1) = -a(n)[k]
    return
  entry peek(b, n, k, r)
    r = sum(b(1:n)[k])
    calls = calls + 1
    return
  entry last(b, a, n, k, r)
    r = b(n)[k] - a(1)[k]
    calls = calls + 100
    if (calls < 103) error stop 'calls'
  end subroutine
end module
subroutine total(a, n, r)
  implicit none
  integer :: n, k
  real :: a(n)[*], b(n)[*], r
  save
  r = 0
  do k = 1, num_images()
    r = r + a(n)[k]
  end do
  return
  entry product_of(b, n, r)
  r = 1
  do k = 1, num_images()
    r = r*b(1)[k]
  end do
end subroutine
program entry_saved
  use counted
  implicit none
  interface
    subroutine total(a, n, r)
      integer :: n
      real :: a(n)[*], r
    end subroutine
    subroutine product_of(b, n, r)
      integer :: n
      real :: b(n)[*], r
    end subroutine
  end interface
  real, save :: x(4)[*], y(4)[*]
  integer :: me, np, nx, i
  real :: r
  me = this_image(); np = num_images(); nx = mod(me, np) + 1
  call setv(x, 4)
  y = [(10*me + i, i=1,4)]
  sync all
  call peek(x, 4, nx, r)
  if (r /= 4*(4 + nx)) error stop 'peek'
  call peek(y, 3, nx, r)
  if (r /= 30*nx + 6) error stop 'peek at another argument'
  call last(y, x, 4, nx, r)
  if (r /= 10*nx + 4 - (4 + nx)) error stop 'last'
  sync all
  call last(x, y, 2, nx, r)
  if (r /= 4 + nx - (10*nx + 1)) error stop 'last with the arguments exchanged'
  sync all
  if (me == 1) call add(y, 2, me)
  sync all
  if (y(2)[1] /= 24) error stop 'add'
  if (y(1)[1] /= -y(2)[1]) error stop 'add goes on'
  sync all
  if (me == 1) y = [11, 12, 13, 14]
  sync all
  call total(x, 4, r)
  if (r /= sum([(4 + i, i=1,np)])) error stop 'total'
  call total(y, 4, r)
  if (r /= sum([(10*i + 4, i=1,np)])) error stop 'total of another argument'
  call product_of(y, 2, r)
  if (r /= product([(10.0*i + 1, i=1,np)])) error stop 'product'
  call product_of(x, 4, r)
  if (r /= product([(4.0 + i, i=1,np)])) error stop 'product of another argument'
  if (me == 1) print '(a)', 'PASS'
end program
