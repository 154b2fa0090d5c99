! conformance: images=1,2,3,5
! feature: associate names of sections of coarrays and of coarray components
! associate names that are coarrays by themselves
module kinds_of_names
  integer, parameter :: wp = kind(1d0)
end module
module wrapped_coarrays
  use kinds_of_names, only: wp
  implicit none
  private
  type, public :: inner
    real(wp), allocatable :: u(:,:)[:,:]
    character(:), allocatable :: name(:)[:]
    integer, allocatable :: c[:]
  end type
  type :: pt
    integer :: x = 0, y = 0
  contains
    procedure :: norm
  end type
  type, public :: wrap
    type(inner) :: in
    class(pt), allocatable :: p(:)[:]
    type(pt), allocatable :: q(:)[:]
  end type
  type, extends(pt), public :: pt3
    integer :: z = 0
  end type
  type, public :: plain
    integer :: a(5), b
    character(4) :: s(3)
    complex :: z(2)
  end type
  public :: fill, pure_get, pt
contains
  integer function norm(self)
    class(pt), intent(in) :: self
    norm = abs(self%x) + abs(self%y)
  end function
  subroutine fill(w)
    type(wrap), intent(inout) :: w
    allocate (w%in%u(0:3,2)[2,0:*]); allocate (w%in%c[3:*])
    allocate (character(5) :: w%in%name(2)[*])
    allocate (pt3 :: w%p(4)[*]); allocate (w%q(3)[*])
    w%in%u = this_image(); w%in%c = 10*this_image(); w%in%name(:) = 'n' // achar(48+this_image())
    w%p%x = this_image(); w%q%y = [1,2,3]*this_image()
    select type (p => w%p)
    type is (pt3)
      p%z = 7*this_image()
    end select
    sync all
  end subroutine
  pure function pure_get(w, k) result(r)
    type(wrap), intent(in) :: w
    integer, intent(in) :: k
    integer :: r
    associate (c => w%in%c)
      r = c[k]
    end associate
  end function
end module
program associate_subobjects
  use wrapped_coarrays
  use iso_fortran_env, only: team_type, event_type, initial_team
  implicit none
  type(wrap), target :: w
  type(wrap), allocatable :: ws(:)
  type(plain), save :: pl(3)[*]
  integer :: a(10,4)[0:1,*], me, np, k, i, n, co(2), s
  type(team_type) :: t
  type(event_type), save :: ev(4)[*]
  me = this_image(); np = num_images(); k = mod(me,np)+1
  call fill(w)
  a = me
  do i = 1, 3
    pl(i)%a = [1,2,3,4,5]*me + i; pl(i)%b = me*i; pl(i)%s = 'q'//achar(48+me); pl(i)%z = cmplx(me,i)
  end do
  sync all
  associate (u => w%in%u, c => w%in%c, nm => w%in%name, q => w%q)
    co = this_image(u)
    if (any(lcobound(u) /= [1,0])) error stop 'lco'
    if (u(0,1)[1,0] /= 1) error stop 'u'
    if (image_index(u, co) /= me) error stop 'index'
    if (c[k+2] /= 10*k) error stop 'c'
    if (this_image(c,1) /= me+2) error stop 'this c'
    if (nm(2)[k](2:2) /= achar(48+k)) error stop 'nm'
    if (len(nm(1)[k]) /= 5) error stop 'len'
    if (any(q(:)[k]%y /= [1,2,3]*k)) error stop 'q'
    if (q(2)[k]%x /= 0) error stop 'qx'
    sync all
    q(1)[k]%x = me
    c[k+2] = c[k+2] + 1
    nm(1)[k](3:4) = 'zz'
    sync all
    if (q(1)%x /= merge(np,me-1,me==1) .or. c /= 10*me+1 .or. nm(1)(3:4) /= 'zz') error stop 'put'
    call dummy(u, 4)
    call dummy2(u(1:2,:), k)
  end associate
  if (pure_get(w, k+2) /= 10*k+1) error stop 'pure'
  associate (ww => w%in)
    associate (u => ww%u, e => ww%u(2:3,1))
      if (e(2)[1,0] /= 1) error stop 'e'
      if (sum(u(:,:)[1,0]) /= 8) error stop 'nested u'
      if (ubound(e,1) /= 2 .or. lbound(u,1) /= 0) error stop 'bounds'
      associate (f => e(2))
        if (f[1,0] /= 1) error stop 'f'
        if (any(ucobound(f) /= ucobound(w%in%u))) error stop 'ucobound'
      end associate
    end associate
  end associate
  lp: do i = 1, 3
    associate (p => pl(i), av => pl(i)%a(2:5:2), b => pl(i)%b, st => pl(i)%s(2:), re => pl(i)%z)
      if (p[k]%b /= k*i) cycle lp
      if (any(av(:)[k] /= [2*k+i, 4*k+i])) error stop 'av'
      if (b[k] /= k*i) error stop 'b'
      if (st(2)[k] /= 'q'//achar(48+k)) error stop 'st'
      if (any(re(:)[k]%re /= k)) error stop 're'
      sync all
      av(2)[k] = -i
      p[k]%b = -p%b
      sync all
      if (pl(i)%a(4) /= -i) error stop 'av put'
      if (i == 2) exit lp
    end associate
  end do lp
  if (i /= 2) error stop 'loop'
  associate (row => a(3,:), blk => a(2:9:7, 1:4:3))
    n = row(2)[0,1] + sum(blk(:,:)[0,1])
    if (n /= 5) error stop 'row'
    sync all
    if (me == 1 .and. np > 1) blk(2,2)[1,1] = 99
    sync all
    if (me == 2) then; if (a(9,4) /= 99) error stop 'blk'; end if
    do i = 1, 4
      s = row(i)[0,1]
      if (s /= 1) error stop 'row loop'
    end do
  end associate
  select type (p => w%p)
  type is (pt3)
    if (p(2)[k]%z /= 7*k .or. p(4)[k]%x /= k) error stop 'pt3'
    p(1)[k]%y = 5
    if (any(lcobound(p) /= 1)) error stop 'lco p'
  class default
    error stop 'default'
  end select
  select type (p => w%p(2:3))
  class is (pt)
    if (p(2)[k]%x /= k) error stop 'p sec'
  end select
  allocate (ws(2))
  do i = 1, 2
    call fill(ws(i))
  end do
  do i = 1, 2
    associate (c => ws(i)%in%c)
      sync all
      c[k+2] = i*100 + me
      sync all
      if (c /= i*100 + merge(np,me-1,me==1)) error stop 'ws'
    end associate
  end do
  form team (1+mod(me,2), t)
  change team (t)
    associate (q => pl(3)%b, c => w%q)
      if (q[1] /= q[1, team=t]) error stop "team q"
      if (q[me, team=get_team(initial_team)] /= q[this_image()]) error stop "init"
      if (c(1)[me, team=get_team(initial_team)]%y /= me) error stop "init2"
    end associate
  end team
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine dummy(x, n)
    integer, intent(in) :: n
    real(kind(1d0)), intent(inout) :: x(n,*)[*]
    if (any(x(:,1)[np] /= np)) error stop 'dummy'
  end subroutine
  subroutine dummy2(x, k)
    integer, intent(in) :: k
    real(kind(1d0)), intent(inout) :: x(:,:)[*]
    if (x(2,2)[k] /= k) error stop 'dummy2'
  end subroutine
end program
