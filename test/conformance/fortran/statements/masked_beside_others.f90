! conformance: images=1,2,4
! feature: masked assignments to one section of another image, of which each image defines its own element
program masked_beside_others
  implicit none
  type holder
    integer, allocatable :: x(:)[:]
  end type
  type parts
    integer :: v(8) = 0
    integer, allocatable :: d(:)
    integer, pointer :: p(:)
  end type
  type pair
    integer :: n = 0, m = 0
  end type
  integer :: a(8)[*], me, k, i, bad
  integer, allocatable :: al(:)[:]
  character(3) :: c(8)[*]
  complex :: z(8)[*]
  type(holder) :: o
  type(parts) :: q[*]
  type(pair) :: w(8)[*], s(8)[*]
  logical :: mine(8), odd
  me = this_image()
  bad = 0
  allocate (o%x(8)[*], q%d(8), q%p(8), al(8)[*])
  mine = [(i == me, i = 1, 8)]
  do k = 1, 40
    odd = mod(k, 2) == 1
    a = 0; al = 0; c = '0'; z = 0; o%x = 0; q%v = 0; q%d = 0; q%p = 0; w%n = 0; s = pair()
    sync all
    where (mine) ! one assignment
      a(:)[1] = me
    end where
    where (mine) al(:)[1] = me
    where (mine) c(:)[1] = achar(48 + me)
    where (mine) z(:)[1]%im = me
    where (mine) o%x(:)[1] = me
    where (mine) q[1]%v(:) = me
    where (mine) q[1]%d(:) = me
    where (mine) q[1]%p(:) = me
    where (mine) w(:)[1]%n = me
    where (mine) s(:)[1] = pair(me, me)
    call check(1)
    forall (i = 1:8, mine(i)) a(i)[1] = me + 2
    forall (i = 1:8, mine(i)) al(i)[1] = me + 2
    forall (i = 1:8, mine(i)) c(i)[1] = achar(50 + me)
    forall (i = 1:8, mine(i)) z(i)[1]%im = me + 2
    forall (i = 1:8, mine(i)) o%x(i)[1] = me + 2
    forall (i = 1:8, mine(i)) q[1]%v(i) = me + 2
    forall (i = 1:8, mine(i)) q[1]%d(i) = me + 2
    forall (i = 1:8, mine(i)) q[1]%p(i) = me + 2
    forall (i = 1:8, mine(i)) w(i)[1]%n = me + 2
    forall (i = 1:8, mine(i)) s(i)[1] = pair(me + 2, me)
    call check(3)
    where (mine .and. odd) ! two assignments to one section
      a(:)[1] = me + 4
      al(:)[1] = me + 4
      c(:)[1] = achar(52 + me)
      z(:)[1]%im = me + 4
      w(:)[1]%n = me + 4
    elsewhere (mine)
      a(:)[1] = me + 4
      al(:)[1] = me + 4
      c(:)[1] = achar(52 + me)
      z(:)[1]%im = me + 4
      w(:)[1]%n = me + 4
    end where
    where (mine .and. odd)
      o%x(:)[1] = me + 4
      s(:)[1] = pair(me + 4, me)
    elsewhere (mine)
      o%x(:)[1] = me + 4
      s(:)[1] = pair(me + 4, me)
    end where
    where (mine .and. odd)
      q[1]%v(:) = me + 4
      q[1]%d(:) = me + 4
      q[1]%p(:) = me + 4
    elsewhere (mine)
      q[1]%v(:) = me + 4
      q[1]%d(:) = me + 4
      q[1]%p(:) = me + 4
    end where
    call check(5)
  end do
  if (me == 1) then
    if (bad == 0) print '(a)', 'PASS'
    if (bad /= 0) print *, 'wrong in', bad
  end if
contains
  subroutine check(first)
    integer, intent(in) :: first
    sync all
    if (me == 1) then
      call one(1, a, first)
      call one(2, al, first)
      call one(3, iachar(c(:)(1:1)) - 48, first)
      call one(4, int(aimag(z)), first)
      call one(5, o%x, first)
      call one(6, q%v, first)
      call one(7, q%d, first)
      call one(8, q%p, first)
      call one(9, w%n, first)
      call one(10, s%n, first)
    end if
    sync all
  end subroutine check
  subroutine one(number, got, first)
    integer, intent(in) :: number, got(8), first
    integer :: j
    do j = 1, 8
      if (got(j) /= merge(first + j - 1, 0, j <= num_images())) bad = ibset(bad, number)
    end do
  end subroutine one
end program masked_beside_others
