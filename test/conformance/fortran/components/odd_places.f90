! conformance: images=1,2,3,6
! feature: values of other images in many places of a program
! Strings of deferred length, components of components and sections as arguments, subscripts,
! specification expressions, internal files, items of input and output, and in constructs' heads.
module nested
  use iso_fortran_env, only: dp => real64
  implicit none
  type :: inner
    character(:), allocatable :: s
    integer, allocatable :: v(:)
    real(dp) :: x = 1.5_dp
  end type
  type :: outer
    type(inner), allocatable :: in(:)
    type(inner) :: one
    integer, pointer :: p(:) => null()
    class(*), allocatable :: any
  contains
    procedure :: total
    procedure, nopass :: sq
    generic :: operator(.plus.) => plus
    procedure :: plus
  end type
contains
  pure integer function total(self)
    class(outer), intent(in) :: self
    integer :: i
    total = 0
    if (.not. allocated(self%in)) return
    do i = 1, size(self%in)
      total = total + sum(self%in(i)%v)
    end do
  end function
  pure integer function sq(i)
    integer, intent(in) :: i
    sq = i * i
  end function
  pure integer function plus(self, k)
    class(outer), intent(in) :: self
    integer, intent(in) :: k
    plus = k + 1
    if (allocated(self%in)) plus = k + size(self%in)
  end function
  subroutine bad(n)
    integer, intent(in) :: n
    print *, 'FAIL', n, this_image()
    error stop 1
  end subroutine
  pure function joined(a, b) result(c)
    character(*), intent(in) :: a, b
    character(len(a) + len(b)) :: c
    c = a // b
  end function
  function ptr(t) result(p)
    integer, intent(in), target :: t(:)
    integer, pointer :: p(:)
    p => t
  end function
end module nested
program odd_places
  use nested
  implicit none
  type(outer), allocatable, target :: o(:)[:]
  type(inner), allocatable :: vec(:)
  integer, allocatable, target :: a(:)[:]
  character(:), allocatable :: s, list(:)
  integer :: me, np, k, i, n, idx(3)
  integer, allocatable :: r(:)
  logical, allocatable :: mask(:)
  real(dp) :: x
  character(40) :: buf
  me = this_image(); np = num_images(); k = 1 + mod(me, np)
  allocate (o(2)[*], a(6)[*])
  a = [(i * me, i=1, 6)]
  do i = 1, 2
    allocate (o(i)%in(i + 1))
    o(i)%in(1)%s = repeat('ab', i)
    o(i)%in(1)%v = [i, i, i]
    o(i)%in(2)%s = 'x'
    o(i)%in(2)%v = [integer ::]
    if (i == 2) o(i)%in(3)%v = [me]
    if (i == 2) o(i)%in(3)%s = ''
    o(i)%p => a(i::2)
    o(i)%one%s = achar(64 + me)
    o(i)%one%v = [me]
  end do
  sync all
  s = joined(o(1)[k]%in(1)%s, o(2)[k]%in(1)%s); if (s /= 'ababab') call bad(1)
  list = [character(4) :: o(1)[k]%in(1)%s, o(2)[k]%in(1)%s, 'q']
  if (list(1) // list(3) /= 'ab  q   ') call bad(2)
  if (len(o(2)[k]%in(3)%s) /= 0) call bad(3)
  if (size(o(1)[k]%in(2)%v) /= 0) call bad(4)
  r = [o(1)[k]%in(1)%v, o(2)[k]%in(3)%v, o(1)[k]%in(2)%v]; if (any(r /= [1, 1, 1, k])) call bad(5)
  if (o(1)[k]%sq(o(2)[k]%in(3)%v(1)) /= k * k) call bad(6)
  if (any(a(a(1:2)[k] / k)[k] /= [k, 2 * k])) call bad(7)
  idx = [3, 1, 2]
  if (any(a(idx)[k] /= [3, 1, 2] * k)) call bad(8)
  mask = a(:)[k] > 2 * k; if (count(mask) /= 4) call bad(9)
  if (any(pack(a(:)[k], mask) /= [3, 4, 5, 6] * k)) call bad(10)
  if (maxloc(a(:)[k], dim=1) /= 6 .or. findloc(a(:)[k], 2 * k, dim=1) /= 2) call bad(11)
  if (any(reshape(a(:)[k], [2, 3], order=[2, 1]) &
    /= reshape([1, 4, 2, 5, 3, 6] * k, [2, 3]))) call bad(12)
  if (o(1)[k]%in(1)%s(2:2) // o(2)[k]%in(1)%s(:2) /= 'bab') call bad(13)
  write (buf, '(3(i0,:,","))') a(1:3)[k]; 
  i = k
  if (index(buf, ',') /= 2 .and. k < 10) call bad(14)
  read (buf, *) n; if (n /= k) call bad(15)
  inquire (iolength=n) a(1:2)[k]; if (n <= 0) call bad(16)
  if (storage_size(o(1)[k]%one%x) /= 64 .or. kind(o(1)[k]%one%x) /= dp) call bad(17)
  x = dot_product(real(a(1:3)[k], dp), [1, 1, 1] * o(1)[k]%one%x); if (x /= 9 * k) call bad(18)
  x = norm2([real(dp) :: a(3:4)[k]]); if (abs(x - 5 * k) > 1e-12) call bad(19)
  if (iand(a(2)[k], 2 * k) /= 2 * k .or. popcnt(ibset(0, a(1)[k])) /= 1) call bad(20)
  if (scan(o(1)[k]%in(1)%s, 'b') /= 2 .or. verify(o(1)[k]%one%s, achar(64 + k)) /= 0) call bad(21)
  do i = a(1)[k], a(3)[k], a(1)[k]
    if (mod(i, k) /= 0) call bad(22)
  end do
  do concurrent (i=1:3)
    idx(i) = a(i)[k]
  end do
  if (any(idx /= [1, 2, 3] * k)) call bad(23)
  select case (o(1)[k]%one%s)
  case ('A':'Z'); continue
  case default; call bad(24)
  end select
  if (merge(a(1)[k], a(2)[k], a(1)[k] < 0) /= 2 * k) call bad(25)
  associate (z => a(1:2)[k] + 0, y => o(1)%in)
    if (sum(z) /= 3 * k .or. size(y) /= 2) call bad(26)
  end associate
  deallocate (r)
  allocate (r(2:1 + a(1)[k]), source=0) 
  if (size(r) /= k) call bad(27)
  deallocate (r)
  block
    integer :: auto(a(1)[k], 0:a(2)[k] - 1)
    character(a(2)[k]) :: c
    auto = 1
    c = ' '
    if (size(auto) /= 2 * k * k .or. len(c) /= 2 * k) call bad(28)
  end block
  if (any([(a(i)[1 + mod(i, np)], i=1, 3)] /= [(i * (1 + mod(i, np)), i=1, 3)])) call bad(29)
  if (all(a(:)[k] == [(i * k, i=1, 6)]) .neqv. .true.) call bad(30)
  sync all
  if (me == 1) then
    o(1)[k]%in(1)%s(1:1) = '#'
    a(1:5:2)[k] = a(2:6:2)[k]
    o(2)[k]%in(1)%v(2:3) = o(2)[k]%in(1)%v(1:2) + [10, 20]
    write (o(1)[k]%one%s, '(i1)') 7
  end if
  sync all
  if (me == merge(1, 2, np == 1)) then
    if (o(1)%in(1)%s /= '#b' .or. any(a(1:5:2) /= [2, 4, 6] * me)) call bad(32)
    if (any(o(2)%in(1)%v /= [2, 12, 22]) .or. o(1)%one%s /= '7') call bad(33)
  end if
  sync all
  if (me == 1) print '(a)', 'PASS'
end program odd_places
