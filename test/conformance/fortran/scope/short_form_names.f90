! conformance: images=1,2,4
! feature: separate module procedures
! Dummy arguments and results of bodies in the short form have the names that components of
! generated types have.
module b02_m
  implicit none
  type :: cell; integer, allocatable :: v(:); end type
  interface
    module subroutine one(p, q, gen, r)
      integer, intent(inout) :: p(:)[*], q[*], gen
      integer, intent(out) :: r
    end subroutine
    module function two(c, o, n) result(s)
      integer, intent(in) :: n
      integer, allocatable, intent(in) :: c(:)[:]
      type(cell), intent(in) :: o[*]
      integer :: s(n)
    end function
    elemental module function three(v, p) result(q)
      integer, intent(in) :: v, p
      integer :: q
    end function
    pure module subroutine four(a, p, q)
      integer, intent(in) :: a(3,-1:*)[0:*]
      integer, value :: p
      integer, intent(out) :: q
    end subroutine
    module integer function five(p)
      character(*), intent(in) :: p[*]
    end function
  end interface
  integer, save :: host(2)[*]
contains
  module procedure five
    five = index(p[num_images()], '#') + host(1)[num_images()]
  end procedure
end module
submodule (b02_m) b02_i
contains
  module procedure one
    integer, save :: s[*]
    s = gen
    sync all
    r = p(2)[num_images()] + q[1]*100 + s[num_images()]*1000
  end procedure
  module procedure two
    s = c(1:n)[num_images()] + o[num_images()]%v(1:n)
  end procedure
  module procedure three
    q = v + host(p)[num_images()]
  end procedure
  module procedure four
    q = a(p,-1)[num_images()-1]
  end procedure
end submodule
program short_form_names
  use b02_m
  implicit none
  integer, save :: x(6)[*], y[*]
  integer, allocatable :: al(:)[:]
  type(cell), save :: o[*]
  character(6), save :: t[*]
  integer :: me, n, r, g
  me = this_image(); n = num_images()
  x = [1,2,3,4,5,6]*me; y = me; g = me; host = [10,20]*me
  allocate (al(3)[*], source=[7,8,9]*me); o%v = [1,1,1]*me; t = 'ab#'
  sync all
  call one(x, y, g, r)
  if (r /= 2*n + 100 + 1000*n) error stop 1
  if (any(two(al, o, 2) /= [8,9]*n)) error stop 2
  if (any(three([1,2],[1,2]) /= [1,2]+[10,20]*n)) error stop 3
  call four(x, 3, r); if (r /= 3*n) error stop 4
  if (five(t) /= 3+10*n) error stop 5
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
