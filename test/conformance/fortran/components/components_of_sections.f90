! conformance: images=1,2,3
! feature: components: sections
! What an image assigns to a component of all elements of its own array may be the same memory as
! the component of a coindexed array: the right side is evaluated first.
program components_of_sections
  implicit none
  type lo
    integer :: j = 1
  end type
  type inner
    integer, allocatable :: a(:)
    character(:), allocatable :: s
  end type
  type cell
    type(inner) :: in, inn(2)
    type(lo) :: l, ll(3)
    character(4) :: s = 'abc', ss(3) = 'xyz'
    integer :: id(3) = 0
    complex :: z = (1,2)
  end type
  type(cell), allocatable :: c(:,:)[:]
  integer :: i, k, me, q
  me = this_image(); q = mod(me, num_images()) + 1
  allocate (c(3,3)[*])
  do k = 1, 3
  do i = 1, 3
    c(i,k)%in%a = [i,k,me]; c(i,k)%in%s = repeat('x', i); c(i,k)%inn(2)%a = [k, i, k]
    c(i,k)%ss = achar(64+i)//achar(64+k)//'yz'
    c(i,k)%s = achar(64+i)//achar(64+k)//'wz'
    c(i,k)%l%j = i*k; c(i,k)%ll%j = i + k; c(i,k)%id = i; c(i,k)%z = cmplx(i,k)
  end do
  end do
  sync all
  call same(1)
  call same(me)
  call same(q)
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine same(k)
    integer, intent(in) :: k
    type(cell) :: keep(3,3)
    sync all
    keep = c
    sync all
    c(:,1)%in = c(:,2)[k]%in
    if (c(3,1)%in%a(2) /= 2 .or. c(3,1)%in%s /= 'xxx') error stop 'in'
    c(3:1:-1,1)%inn(2) = c(:,2)[k]%inn(2)
    if (c(1,1)%inn(2)%a(2) /= 3) error stop 'inn'
    c(:,1)%ll(1) = c(:,2)[k]%ll(2)
    if (any(c(:,1)%ll(1)%j /= [3,4,5])) error stop 'll'
    c(3:1:-1,1)%l = c(:,2)[k]%l
    if (any(c(:,1)%l%j /= [6,4,2])) error stop 'l'
    c(:,1)%s = c(:,2)[k]%s
    if (any(c(:,1)%s /= ['ABwz', 'BBwz', 'CBwz'])) error stop 's'
    c(3:1:-1,1)%ss(2)(2:3) = c(:,2)[k]%ss(3)(1:2)
    if (any(c(3:1:-1,1)%ss(2) /= ['CABz', 'BBBz', 'ACBz'])) error stop 'ss'
    c(:,1)%id(1) = c(3:1:-1,2)[k]%id(2)
    if (any(c(:,1)%id(1) /= [3,2,1])) error stop 'id'
    c(:,1)%z%im = c(3:1:-1,2)[k]%z%re
    if (any(c(:,1)%z%im /= [3,2,1])) error stop 'z'
    sync all
    c = keep
    sync all
  end subroutine
end program
