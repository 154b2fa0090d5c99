! conformance: images=1,2,3
! feature: GENERIC statements of specification parts (F2018 15.4.3.3)
! gfortran does not have them outside of type definitions.
module shapes
  implicit none
  private
  type, public :: vec
    real :: x, y
  end type
  generic, public :: area => area_i, area_r, area_v
  generic, public :: operator(+) => add
  generic, public :: operator(.dot.) => dot
  generic, public :: assignment(=) => from_real
  generic, private :: hidden => area_i
  public :: vec_of
  generic :: vec => vec_of
contains
  integer function area_i(i) ; integer, intent(in) :: i; area_i = i*i; end function
  real function area_r(i) ; real, intent(in) :: i; area_r = i*i; end function
  real function area_v(i) ; type(vec), intent(in) :: i; area_v = i%x*i%y; end function
  elemental type(vec) function add(a, b); type(vec), intent(in) :: a, b; add%x = a%x+b%x; add%y = a%y+b%y; end function
  real function dot(a, b); type(vec), intent(in) :: a, b; dot = a%x*b%x + a%y*b%y; end function
  elemental subroutine from_real(a, r); type(vec), intent(out) :: a; real, intent(in) :: r; a%x = r; a%y = r; end subroutine
  type(vec) function vec_of(i); integer, intent(in) :: i; vec_of%x = i; vec_of%y = 2*i + hidden(0); end function
end module
program p
  use shapes
  implicit none
  generic :: twice => ti, tr
  type(vec), save :: v[*], w(3)[*]
  integer :: me, nx
  me = this_image(); nx = mod(me, num_images()) + 1
  v = vec(me)
  w = real(me)
  sync all
  if (area(v[nx]) /= 2.*nx*nx) error stop 'area'
  if (area(nx) /= nx*nx) error stop 'area i'
  if ((v[nx] .dot. v) /= nx*me*5.) error stop 'dot'
  if (any([area(w(1)[nx] + w(2)[nx])] /= 4.*nx*nx)) error stop 'add'
  sync all
  w(:)[nx] = w + vec(me)
  v[nx] = 3.0
  sync all
  if (abs(v%x - 3) > 0) error stop 'assign'
  if (twice(w(1)[nx]%x) < 1 .or. twice(me) /= 2*me) error stop 'twice'
  print '(a)', 'PASS'
contains
  integer function ti(i) ; integer, intent(in) :: i; ti = i*2; end function
  real function tr(i) ; real, intent(in) :: i; tr = i*2; end function
end program

