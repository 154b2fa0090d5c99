! conformance: images=1,2,3,5
! feature: components of coindexed arrays of structures
! Component chains with vector subscripts, parent components, pointers to coarrays, procedure pointers, parameters in cobounds, type parameter inquiries.
module chains_m
  implicit none
  integer, parameter :: dims(2) = [2, 3], wp = selected_real_kind(12)
  type item
    integer :: n = 0
    real(wp) :: w(3) = 0
    integer, pointer :: link(:) => null()
  end type
  type, extends(item) :: tagged
    character(6) :: tag = ''
    type(item) :: sub(2)
  end type
  type, extends(tagged) :: deep
    type(tagged), allocatable :: list(:)
    procedure(fun), pointer, nopass :: f => null()
  contains
    procedure :: total
    procedure, private :: plus
    generic :: operator(+) => plus
    procedure, pass(b) :: scale
    generic :: operator(*) => scale
  end type
  abstract interface
    pure integer function fun(i)
      integer, intent(in) :: i
    end function
  end interface
  real(wp), target :: pool(4)[dims(1), 0:*] = 1
  enum, bind(c)
    enumerator :: red = 1, green, blue
  end enum
contains
  pure integer function twice(i)
    integer, intent(in) :: i
    twice = 2*i
  end function
  real(wp) function total(self)
    class(deep), intent(in) :: self
    integer :: i
    total = sum(self%w)
    if (allocated(self%list)) then
      do i = 1, size(self%list)
        total = total + sum(self%list(i)%w)
      end do
    end if
  end function
  type(deep) function plus(a, b)
    class(deep), intent(in) :: a
    type(item), intent(in) :: b
    plus%n = a%n + b%n
    plus%w = a%w + b%w
  end function
  function scale(a, b) result(c)
    integer, intent(in) :: a
    class(deep), intent(in) :: b
    type(deep) :: c
    c%n = a*b%n
    if (allocated(b%list)) c%list = b%list
  end function
end module
program chains
  use chains_m
  implicit none
  type(deep), save, target :: d(3)[*]
  type(item), save :: it[*]
  type(deep) :: loc
  type(item) :: li
  type(tagged) :: lt
  integer, target, save :: buf(5)[*]
  integer :: me, np, k, i, idx(3) = [3, 1, 2], v(3), c(2)
  real(wp) :: w
  real(wp), pointer :: pp(:)
  me = this_image(); np = num_images(); k = mod(me,np)+1
  buf = [(i*me,i=1,5)]
  do i = 1, 3
    d(i)%n = 10*i + me; d(i)%w = i*me; d(i)%tag = 't'//achar(48+i)//achar(48+me)
    d(i)%sub(2)%n = -d(i)%n; d(i)%sub%w(2) = 7
    allocate (d(i)%list(i))
    d(i)%list(:)%n = me; d(i)%list(i)%tag = 'last'; d(i)%list(i)%w = 1
    d(i)%link => buf(1:i)
    d(i)%f => twice
  end do
  it = item(me, [1,2,3]*me)
  sync all
  v = d(idx)[k]%n
  if (any(v /= 10*idx + k)) error stop 'idx'
  v = d(:)[k]%sub(2)%n
  if (any(v /= [(-10*i-k,i=1,3)])) error stop 'sub'
  v(1:2) = d(3)[k]%list(idx(1:2))%n
  if (any(v(1:2) /= k)) error stop 'list'
  if (any(d(2)[k]%sub(:)%w(2) /= 7)) error stop 'w2'
  if (d(3)[k]%list(3)%tag(2:3) /= 'as') error stop 'tag'
  if (any(d(3)[k]%link(3:1:-1) /= [3,2,1]*k)) error stop 'link'
  if (any(d(3)[k]%link(idx) /= idx*k)) error stop 'link idx'
  li = d(2)[k]%item
  if (li%n /= 20+k .or. .not. associated(li%link)) error stop 'parent'
  if (d(2)[k]%tagged%item%n /= 20+k) error stop 'parent chain'
  if (d(1)[k]%tagged%tag /= 't1'//achar(48+k)) error stop 'parent tag'
  lt = d(1)[k]%tagged
  if (lt%sub(2)%n /= -10-k) error stop 'lt'
  if (d(1)[k]%tag%len /= 6 .or. d(1)[k]%w%kind /= wp) error stop 'inquiry'
  loc = d(2)[k]
  if (loc%f(4) /= 8) error stop 'f'
  if (abs(loc%total() - (6*k + 3)) > 1e-6) error stop 'total'
  loc = d(1)[k] + it[k]
  if (loc%n /= 10 + 2*k) error stop 'plus'
  loc = 3*d(3)[k]
  if (loc%n /= 90+3*k .or. size(loc%list) /= 3) error stop 'scale'
  w = d(3)[k]%total()
  if (abs(w - (9*k+3)) > 1e-6) error stop 'total remote'
  pp => pool(2:3)
  pool(:)[1 + mod(me-1,2), (me-1)/2] = me
  if (any(pp /= me)) error stop 'pool'
  c = this_image(pool)
  if (any(lcobound(pool) /= [1,0])) error stop 'lco'
  sync all
  if (pool(1)[1 + mod(k-1,2), (k-1)/2] /= k) error stop 'pool k'
  select case (it[k]%n)
  case (red); continue
  case (green, blue); continue
  case default; if (k < 4) error stop 'enum'
  end select
  sync all
  d(idx(1:2))[k]%n = [100, 200] + me
  d(1)[k]%item%w(2:3) = me
  d(2)[k]%sub(1) = item(me, [4,5,6])
  d(3)[k]%list(2)%sub(2)%w = [real(wp) :: 1, 2, me]
  d(3)[k]%link([1,3]) = [-1, -3]
  sync all
  i = merge(np, me-1, me==1)
  if (d(3)%n /= 100+i .or. d(1)%n /= 200+i .or. d(1)%w(3) /= i) error stop 'put n'
  if (d(2)%sub(1)%n /= i .or. d(3)%list(2)%sub(2)%w(3) /= i) error stop 'put sub'
  if (any(buf(1:3) /= [-1, 2*me, -3])) error stop 'put link'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
