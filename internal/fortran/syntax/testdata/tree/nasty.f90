program nasty
  implicit none
  integer :: if(3), do, end, real, sync, event, critical, then, data, where(2), stop, type, lock
  integer :: i, j, integer(10), call, team, print, write(5), block, case, select
  real, allocatable, save :: a(:,:)[:,:], b[:]
  integer, codimension[*] :: c1, c2(3)
  integer, dimension(10), codimension[2,0:*], save :: d
  character(len=:), allocatable :: s
  character(kind=kind('a'), len=10) :: t*5(3), u
  type tt
    sequence
    real x
    real, pointer :: p(:) => null()
    real, allocatable :: co(:)[:]
    procedure(real), pointer, nopass :: pp => null()
  end type tt
  type, extends(tt) :: uu
    integer :: k = 3
  contains
    private
    procedure, public :: get => get_impl, put
    procedure(iface), deferred, pass(self) :: abs
    generic, public :: operator(+) => get, put
    generic :: assignment(=) => put
    final :: fin
  end type
  type(tt), save :: v[*]
  if (1) = 3
  do = 1
  end = 4
  real = 3
  sync = 1; event = 2; critical = 3
  where(1) = 3
  data = 3; stop = 4; type = 1
  if (if(1) == 3) then = 4
  if (if(1) == 3) then; then = 3; else if (do > 1) then; do = 2; else; do = 3; end if
  integer(3) = 1
  write(3) = 2
  call = 3
  print = 3
  block = 1
  select = 1
  do i = 1, 3 ; real = i; enddo
  outer: do
    inner: do j = 1, 10
      if (j == 3) exit outer
      cycle inner
    end do inner
  end do outer
  do concurrent (integer :: i = 1:10, j = 1:3:2, i /= j) local(real) shared(a)
    a(i,j) = 1
  end do
  a(1:2,:)[i, j] = a(:, 1)[1, 2, stat=i]*2.0e0_8 + v[3]%p(3) - v[4, team_number=1]%co(1:3:2)
  s = 'it''s' // "a ""quote""" // s(1:3) // u(:)(1:2) // 'abc'(2:3)
  s = 'continued &
     &string' // 'b' &
     // 'c' ! comment & here
  s = kind_'abc'
  i = z'ff' + int(b"01") + 42_int64
  call foo(a(1,2)[1,3], *100, key=3, *200)
  call v%pp(3)
100 continue
200 format (1x, 'foo', 3(f10.3, /), "bar!")
  sync all
  sync all (stat=i, errmsg=s)
  sync images (*)
  sync images ([1, 2, (i, i=3,4)], stat=i)
  sync memory
  sync team (team)
  critical (stat=i)
    i = 3
  end critical
  event post (ev[3], stat=i)
  event wait (ev, until_count=3)
  notify wait (n)
  lock (l[1], acquired_lock=i)
  unlock (l[1])
  form team (3, tm, new_index=4)
  change team (tm, aa[*] => a, stat=i)
    sync all
  end team (stat=i)
  fail image
  allocate (a(10, 0:3)[2, *], b[*], stat=i, errmsg=s)
  allocate (character(len=10) :: s)
  allocate (tt :: pt)
  allocate (real(8) :: z(3)[0:*], source=1.0)
  deallocate (a, b, stat=i)
  write (*, *) (a(i,j)[1,1], i=1,3), ((a(i,j), i=1,2), j=1,2), (1.0, 2.0)
  write (unit=*, fmt='(a)', iostat=i) s(1:3)
  print *, x%re, y(3)%im
  read (*, *) i, a(:, :)[1, 2]
  print '(a)', 'x'
  inquire (iolength=i) a
  select case (i)
  case (1, 2:3, :0, 10:)
    i = 1
  case default
    i = 2
  end select
  select type (p => q(3))
  type is (integer(8))
    i = 1
  type is (character(len=*))
    i = 1
  class is (tt)
    i = 1
  class default
    i = 2
  end select
  select rank (q)
  rank (0)
    i = 1
  rank (*)
    i = 1
  rank default
    i = 1
  end select
  where (a > 0)
    a = 1
  elsewhere (a < -1)
    a = 2
  elsewhere
    a = 3
  end where
  where (a > 0) a = 3
  forall (i = 1:3, j = 1:3, i > j) a(i,j) = 1
  forall (i = 1:3)
    a(i, :) = 2
  end forall
  associate (x => a(:, 1), y => b)
    x = 1
  end associate
  blk: block
    integer :: k
    k = 1
  end block blk
  p(1:) => q
  p(1:3, 2:4) => q(:)
  x%f => null()
  if (i) 100, 100, 100
  if (i == 1) call foo
  if (.not. l .and. (x .eq. 1 .or. y .myop. z)) x = -a**2 + .inv. b * c
  x = a ** -b
  x = (/ 1, 2, 3 /)
  x = [real :: 1, 2, (i, i=1,3)]
  x = [character(len=3) :: 'a', 'bcd']
  x = [tt(1.0), tt(x=2.0)]
  x = [ integer :: ]
  error stop 'bad', quiet=.true.
  stop
  return
contains
  pure elemental real(8) function f(x) result(y)
    real(8), intent(in) :: x
    y = x
  end function
  integer function g(x)
    sq(x) = x*x
    integer y
    g = sq(x)
  end function g
  module procedure mp
  end procedure
  subroutine s1() bind(c, name='foo')
  end
end program nasty
module m
  use, intrinsic :: iso_fortran_env, only: int64, r => real64, operator(+), assignment(=)
  use foo, a => b, operator(.x.) => operator(.y.)
  interface operator(//)
    module procedure cat
    procedure :: cat2
  end interface
  interface operator(/)
    function div(a, b)
      import :: t
      real a, b
    end function
  end interface operator(/)
  abstract interface
    subroutine sub(x)
      real :: x(..)
    end subroutine
  end interface
  enum, bind(c)
    enumerator :: red = 1, green
  end enum
  procedure(sub), pointer :: ps => null()
  real, parameter :: z(2) = (/ 1.0, 2.0 /)
  namelist /nm/ a, b /nm2/ c
  equivalence (a, b(1)), (c, d)
  data ((q(i,j), i=1,3), j=1,3) /9*0/, zz /(1.0,-2.0)/
  public :: operator(+), foo
  private
  volatile x
  save /blk/, y
contains
  module subroutine ms
  end subroutine ms
end module
submodule (m:sm) sm2
end submodule sm2
block data
end block data
