! conformance: images=1,2,3
! feature: one name in several scopes
! The name of a coarray means something else in a construct in which the coarray is known by an
! associate name (F2018 19.4): generated text must not name the coarray there.
program obscured_names
  use iso_fortran_env
  implicit none
  type t
    integer :: v = 0
    integer, allocatable :: a(:)
    character(:), allocatable :: name
    integer, pointer :: p => null()
  end type
  type b
    integer :: i = 3
  end type
  type, extends(b) :: c
    integer :: j = 4
  end type
  type(event_type), save :: ev[*]
  type(lock_type), save :: lk[*]
  integer(atomic_int_kind), save :: at[*]
  integer, save :: x(4)[2,*], sc[-1:*]
  integer, save :: cx = 9
  character(5), save :: ch(3)[*]
  type(t), save :: nd[*], ns(3)[*]
  type(t), allocatable :: na(:)[:]
  class(b), allocatable :: pol[:]
  real, allocatable :: r2(:,:)[:,:]
  integer, save :: team_x[*]
  type(team_type) :: tm
  integer :: k, me, i, vv(4), cs(2)
  real :: z(2,3)
  me = this_image(); k = mod(me, num_images()) + 1
  x = me*[1,2,3,4]; sc = 10*me; ch = 'ab' // achar(48+me)
  nd%v = me; nd%a = [me, 2*me]; nd%name = 'n' // repeat('x', me); allocate (nd%p, source=6*me)
  do i = 1, 3
    ns(i)%a = [i, i*me]
  end do
  allocate (na(2)[*]); na(2)%a = [7*me]
  allocate (c :: pol[*]); 
  select type (pol)
  type is (c)
    pol%j = 8*me
  end select
  allocate (r2(2,3)[1,*], source=1.5*me)
  at = 0
  sync all
  associate (e => ev, ev => 1, l => lk, lk => 2, a => at, at => 3)
    event post (e[k])
    event wait (e)
    lock (l[1])
    unlock (l[1])
    call atomic_add(a[k], me)
    sync all
    call atomic_ref(i, a)
    if (i /= merge(num_images(), me - 1, me == 1)) error stop 1
    call event_query(e, i)
    if (i /= 0) error stop 2
  end associate
  cs = this_image(x)
  associate (y => x, x => cx, q => sc, sc => ch, ch => sc)
    if (any(this_image(y) /= cs) .or. image_index(y, cs) /= me) error stop 3
    if (lcobound(q, 1) /= -1 .or. any(lcobound(y) /= [1, 1]) .or. ucobound(y,1) /= 2) error stop 4
    vv = y(:)[cs(1), cs(2)]
    if (any(vv /= me*[1,2,3,4])) error stop 5
    cs = [mod(k-1,2)+1, (k+1)/2]
    vv = y(:)[cs(1), cs(2)]
    if (any(vv /= k*[1,2,3,4])) error stop 6
    vv = y([4,3,2,1])[cs(1), cs(2)]
    if (any(vv /= k*[4,3,2,1])) error stop 7
    vv(1:2) = y(2::2)[cs(1), cs(2)]
    if (any(vv(1:2) /= k*[2,4])) error stop 8
    do i = 1, 4
      vv(i) = y(i)[cs(1), cs(2)] + q[k-2] + x
    end do
    if (any(vv /= k*[1,2,3,4] + 10*k + 9)) error stop 9
    if (sc(2)[k] /= 'ab'//achar(48+k) .or. sc(2)[k](3:3) /= achar(48+k)) error stop 10
    if (ch[k-2] /= 10*k) error stop 11
    sync all
    y(2:3)[cs(1), cs(2)] = [50+me, 51+me]
    q[k-2] = 12*me
    sync all
    i = merge(num_images(), me-1, me == 1)
    if (any(y /= [me, 50+i, 51+i, 4*me]) .or. q /= 12*i) error stop 12
    call sub(y, cs, k)
    call co_sum(y)
  end associate
  if (x(1) /= num_images()*(num_images()+1)/2) error stop 13
  associate (y => nd, nd => 5, ys => ns, ns => 6, ya => na, na => 7)
    if (y[k]%v /= k .or. y[k]%a(2) /= 2*k .or. y[k]%name /= 'n'//repeat('x', k) .or. y[k]%p /= 6*k) error stop 14
    if (ys(3)[k]%a(2) /= 3*k .or. ya(2)[k]%a(1) /= 7*k) error stop 15
    vv(1:2) = y[k]%a
    if (any(vv(1:2) /= [k, 2*k])) error stop 16
    if (size(ya(2)[k]%a) /= 1) error stop 17
  end associate
  select type (y => pol)
  type is (c)
    block
      integer :: pol
      pol = 3
      if (y[k]%j /= 8*k .or. y[k]%i /= 3 .or. pol /= 3) error stop 18
    end block
  end select
  associate (y => pol, pol => 3)
    if (y[k]%i /= 3) error stop 19
    select type (z => y)
    type is (c)
      if (z[k]%j /= 8*k) error stop 20
    class default
      error stop 21
    end select
  end associate
  associate (y => r2, r2 => 1)
    z = y(:,:)[1,k]
    if (any(z /= 1.5*k)) error stop 22
    z(1,:) = y(2,:)[1,k] * 2
    if (any(z(1,:) /= 3*k)) error stop 23
    sync all
    y(2,1:3)[1,k] = [1,2,3]
    sync all
    if (any(y(2,:) /= [1,2,3])) error stop 24
    if (ucobound(y,1) /= 1) error stop 25
  end associate
  team_x = me
  form team (1, tm)
  change team (tm, y[0:*] => team_x)
    if (y[k-1] /= k) error stop 26
    block
      integer :: team_x
      team_x = 3
    end block
    if (y[k-1] /= k) error stop 26
  end team
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine sub(c, cs, k)
    integer, intent(in) :: c(4)[2,*], cs(2), k
    integer :: i
    i = c(1)[cs(1), cs(2)]
    if (i /= k) error stop 30
  end subroutine
end program
