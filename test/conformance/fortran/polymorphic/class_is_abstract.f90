! conformance: images=1,2,4
! feature: polymorphic coarrays
! Coarrays under CLASS IS with the name of an abstract type are coindexed.
module b03_m
  implicit none
  type :: root; integer :: z = 0; end type
  type, extends(root), abstract :: shape; integer :: id = 0; character(3) :: nm = 'abc'
    integer, allocatable :: w(:)
    real :: f(2) = 0; contains; procedure(ar), deferred :: area; end type
  abstract interface
    real function ar(s)
      import
      class(shape), intent(in) :: s
    end function
  end interface
  type, extends(shape), abstract :: poly; integer :: sides = 0; end type
  type, extends(poly) :: rect; real :: a = 0, b = 0; contains; procedure :: area; end type
contains
  real function area(s); class(rect), intent(in) :: s; area = s%a*s%b; end function
  subroutine any1(x, k, r)
    class(*), intent(inout) :: x(0:)[*]; integer, intent(in) :: k; real, intent(out) :: r
    r = -1
    select type (y => x)
    type is (integer); r = sum(y(:)[k])
    class is (poly); r = y(1)[k]%sides + 10*y(ubound(y,1))[k]%id + 100*y(0)[k]%z
    class is (shape); r = -2
    class is (root); r = y(1)[k]%z
    end select
  end subroutine
  subroutine some(x, k, r)
    class(root), intent(inout) :: x[*]; integer, intent(in) :: k; real, intent(out) :: r
    r = -1
    select type (x)
    class is (shape)
      r = x[k]%id + sum(x[k]%w) + index(x[k]%nm,'c')*100 + x[k]%f(2)
      associate (q => x)
        r = r + q[k]%w(1)*1000
      end associate
      sync all
      x[k]%w(2) = -this_image(); x[k]%f = [1,2]; x[k]%nm(1:2) = 'zz'
      sync all
    end select
  end subroutine
end module
program class_is_abstract
  use b03_m
  implicit none
  class(root), allocatable :: p[:], pv(:)[:]
  class(*), allocatable :: u(:)[:]
  type(rect), save :: fs(3)[*], f1[*]
  type(root), save :: rt(2)[*]
  integer, save :: iv(2)[*]
  integer :: me, n, k, i
  real :: r
  me = this_image(); n = num_images(); k = mod(me,n)+1
  allocate (rect :: p[*], pv(2)[*], u(3)[*])
  fs%id = [1,2,3]*me; fs%sides = 4; fs%z = me; f1%id = 7; f1%w = [me,me]; iv = me; rt%z = me
  select type (p); type is (rect); p%id = 2*me; p%w = [3,4]*me; p%f = [5.,6.]; end select
  select type (pv); class is (shape); pv%id = [1,2]*me; pv(2)%w = [me]; end select
  select type (u); class is (poly); u%id = 5; u%sides = [me,me+1,me+2]; end select
  sync all
  call any1(fs, k, r); if (r /= 4 + 30*k + 100*k) error stop 1
  call any1(iv, k, r); if (r /= 2*k) error stop 2
  call any1(u, k, r); if (r /= k+1+50) error stop 3
  call any1(rt, k, r); if (r /= k) error stop 4
  select type (v => pv)
  class is (shape)
    if (any(v(:)[k]%id /= [1,2]*k) .or. v(2)[k]%w(1) /= k .or. v(1)[k]%nm /= 'abc') error stop 5
    if (size(v(2)[k]%w) /= 1) error stop 6
  class default; error stop 7
  end select
  call some(p, k, r); if (r /= 2*k + 7*k + 300 + 6 + 3000*k) error stop 8
  i = merge(n, me-1, me==1)
  select type (p)
  class is (shape); if (p%w(2) /= -i .or. any(p%f /= [1,2]) .or. p%nm /= 'zzc') error stop 9
  class default; error stop 10
  end select
  call some(f1, k, r); if (r /= 7 + 2*k + 300 + 1000*k) error stop 11
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
