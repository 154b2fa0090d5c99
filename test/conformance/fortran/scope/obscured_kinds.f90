! conformance: images=1,2,3
! feature: one name in several scopes
! The names of kinds and lengths mean something else where temporary variables are needed.
module kinds_and_lengths
  implicit none
  integer, parameter :: wp = 8, lg = 4, n = 6, ik = 8
  type t
    real(wp) :: r = 1
    integer(ik) :: j(n) = 2
    character(n) :: s = 'abc'
    real(wp), allocatable :: al(:)
  end type
  real(wp), save :: x(n)[*]
  complex(wp), save :: z(n)[*]
  character(n), save :: ch(n)[*]
  logical(lg), save :: lo(n)[*]
  type(t), save :: s[*], sa(n)[*]
contains
  subroutine fill(me)
    integer, intent(in) :: me
    integer :: i
    x = [(me*10+i, i=1,n)]; z = x; ch = 'c' // achar(48+me); lo = mod(me,2) == 0
    s%r = me; s%al = [1._wp*me, 2._wp*me]; sa = t(r=3*me)
  end subroutine
  subroutine ex(a, r)
    real(wp), intent(in) :: a(*)
    real, intent(out) :: r
    r = sum(a(1:3))
  end subroutine
  subroutine io(a)
    real(wp), intent(inout) :: a(:)
    a = a + 1
  end subroutine
  subroutine ioc(a)
    character(*), intent(inout) :: a(:)
    a(:)(1:1) = 'd'
  end subroutine
  subroutine io2(a)
    real(wp), intent(inout) :: a(:)
    a = a + 1
  end subroutine
  real(wp) function f(a)
    type(t), intent(in) :: a
    f = a%r
  end function
  subroutine work(k, what)
    integer, intent(in) :: k
    integer, intent(out) :: what
    real :: r
    integer :: me, last
    real(wp) :: v(n)
    integer(ik) :: jj(n)
    type(t) :: ts(n)
    character(n) :: cs(n)
    me = this_image(); last=0
    what = 0
    block
      real :: wp, lg
      integer :: n(2), ik, t0
      wp = 1.5; n = [1,2]; lg = 1; ik = 3; t0 = 4
      call ex(x(:)[k], r); if (r /= 30*k+6) what = 1
      v = x([6,5,4,3,2,1])[k] * wp; if (any(abs(v - 1.5*(k*10 + [6,5,4,3,2,1])) > 1e-9)) what = 2
      sync all
      call io(x(2:3)[k])
      call ioc(ch(1::2)[k])
      call io2(sa(2:4)[k]%r)
      sync all
      if (any(x /= me*10 + [1,3,4,4,5,6])) what = 3
      if (ch(3) /= 'd'//achar(48+me) .or. ch(2) /= 'c'//achar(48+me)) what = 4
      if (sa(3)%r /= 3*me+1 .or. sa(5)%r /= 3*me) what = 5
      if (f(s[k]) /= k) what = 6
      if (f(sa(2)[k]) /= 3*k+1) what = 7
      v(1:2) = s[k]%al; if (any(v(1:2) /= [k, 2*k])) what = 8
      jj = sa(6)[k]%j; if (any(jj /= 2)) what = 9
      ts = sa(:)[k]; if (ts(2)%r /= 3*k+1) what = 10
      if (any(lo(:)[k] .neqv. mod(k,2)==0)) what = 11
      cs = ch(:)[k]; if (cs(1) /= 'd'//achar(48+k)) what = 12
      forall (ik = 1:6) v(ik) = x(me)[k]
      where (x(:)[k] > 0) v = z(:)[k]
      if (v(1) /= 10*k+1) what = 13
      v = [(x(ik)[k], ik=1,6)]
      if (ik /= 3) what = 15
      if (real(sum(z(:)[k])) /= sum(k*10 + [1,2,3,4,5,6])) what = 14
    end block
    sync all
    associate (wp => 1.5, lg => 3, n => [1,2], ik => 4)
      call ex(x(:)[k], r); if (r /= 30*k+8) what = 21
      v = x([6,5,4,3,2,1])[k] * wp; if (any(abs(v - 1.5*(k*10 + [6,5,4,4,3,1])) > 1e-9)) what = 22
      sync all
      call io(x(2:3)[k])
      call ioc(ch(1::2)[k])
      call io2(sa(2:4)[k]%r)
      sync all
      if (any(x /= this_image()*10 + [1,4,5,4,5,6])) what = 23
      if (f(s[k]) /= k) what = 26
      v(1:2) = s[k]%al; if (any(v(1:2) /= [k, 2*k])) what = 28
      jj = sa(6)[k]%j; if (any(jj /= 2)) what = 29
      ts = sa(:)[k]; if (ts(2)%r /= 3*k+2) what = 30
      where (x(:)[k] > 0) v = z(:)[k]
      if (v(1) /= 10*k+1) what = 33
    end associate
  end subroutine
end module
program obscured_kinds
  use kinds_and_lengths
  implicit none
  integer :: w
  call fill(this_image())
  sync all
  call work(mod(this_image(), num_images()) + 1, w)
  if (w /= 0) then
    print *, 'check', w
    error stop 1
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
