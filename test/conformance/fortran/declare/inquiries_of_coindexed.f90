! conformance: images=1,2
! feature: inquiries about coindexed objects in declarations
! Inquiry functions in declarations may be asked about coindexed objects (F2018 10.1.11, 10.1.12):
! kind, length, rank and shape of a coarray are the same on all images.
module m
  implicit none
  type :: t
    integer(8) :: v(6)
  end type
  real, save :: x(10)[*]
  character(7), save :: c(3)[*]
  type(t), save :: s[*]
  integer, parameter :: kp = kind(s[1]%v), lp = len(c(1)[1]), rp = rank(x(2:)[1])
  interface
    function outside(k) result(r)
      import :: x
      integer, intent(in) :: k
      real :: r(size(x(3:)[k]))
    end function
  end interface
contains
  subroutine inside(k, y, w)
    integer, intent(in) :: k
    real, intent(in) :: y(:)[*]
    character(*), intent(in) :: w[*]
    real :: b(size(x(2:)[k])), d(size(y(k+2:)[k])), e(2*size(x(::2)[k], 1) + k)
    character(len(c(1)[k]) + len(w[k])) :: text
    real(kind(x(1)[1])) :: z
    integer :: r(rank(x(2:)[1])), h(size(shape(x(2:)[k])))
    integer :: u(ubound(x(3:)[k], 1)), l(lbound(x(3:)[k], 1):4), p(size(s[k]%v(2:)))
    if (any([size(b), size(d), size(e)] /= [9, 18, 11])) error stop 'size'
    if (len(text) /= 12 .or. kind(z) /= kind(1.0)) error stop 'type parameters'
    if (any([size(r), size(h), size(u), size(l), size(p)] /= [1, 1, 8, 4, 5])) error stop 'bounds'
    block
      integer :: q(size(y(2:)[k])), v(size(x(2:4)[k]))
      if (size(q) /= 19 .or. size(v) /= 3) error stop 'block'
    end block
  end subroutine
end module

function outside(k) result(r)
  use m, only: x
  implicit none
  integer, intent(in) :: k
  real :: r(size(x(3:)[k]))
  r = k
end function

program p
  use m
  implicit none
  real, allocatable :: v(:)[:]
  character(5), save :: w[*]
  allocate (v(20)[*])
  if (any([kp, lp, rp] /= [8, 7, 1])) error stop 'constants'
  call inside(1, v, w)
  if (any(outside(1) /= [1, 1, 1, 1, 1, 1, 1, 1])) error stop 'interface body'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
