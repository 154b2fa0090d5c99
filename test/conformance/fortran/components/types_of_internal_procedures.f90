! conformance: images=1,2,3,5
! feature: allocatable components of coindexed objects
! Whole objects of types that an internal procedure or a BLOCK construct defines: copied from other images, and broadcast.
module law
  implicit none
  type spectrum
    real, allocatable :: e(:)
    character(:), allocatable :: unit
  end type
end module
program local_types
  use law
  implicit none
  integer :: me, n
  me = this_image(); n = num_images()
  call in_procedure()
  call in_block()
  call broadcasts()
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine in_procedure()
    integer, parameter :: m = 3
    type cell
      real, allocatable :: v(:)
      type(spectrum) :: s
    end type
    type grid
      type(cell), allocatable :: cells(:)
      type(cell) :: edge(2)
      integer, allocatable :: id
      integer :: counts(m) = 0
      character(:), allocatable :: name
    end type
    type(grid), save :: g[*]
    type(grid) :: h
    type(cell), save :: c(4)[*]
    type(cell) :: d(2)
    integer :: k, i
    allocate (g%cells(0:me))
    do i = 0, me
      g%cells(i)%v = [real(i), real(me)]
      g%cells(i)%s%e = [real(me)]
    end do
    g%cells(me)%s%unit = 'MeV'
    g%edge(2)%v = [7.0*me]
    g%id = 100 + me
    g%counts = me
    g%name = repeat('x', me)
    do i = 1, 4
      c(i)%v = [real(10*me + i)]
    end do
    sync all
    do k = n, 1, -1
      h = g[k]
      if (ubound(h%cells, 1) /= k .or. lbound(h%cells, 1) /= 0) error stop 'bounds'
      if (any(h%cells(k)%v /= [real(k), real(k)]) .or. h%cells(k)%s%unit /= 'MeV') error stop 'cells'
      if (h%edge(2)%v(1) /= 7*k .or. allocated(h%edge(1)%v)) error stop 'edge'
      if (h%id /= 100 + k .or. any(h%counts /= k) .or. len(h%name) /= k) error stop 'rest'
      d = c(2:4:2)[k]
      if (d(1)%v(1) /= 10*k + 2 .or. d(2)%v(1) /= 10*k + 4) error stop 'array'
    end do
    sync all
  end subroutine
  subroutine look(c, v)
    class(*), intent(in) :: c
    integer, intent(in) :: v
  end subroutine
  subroutine broadcasts()
    type cell
      real, allocatable :: v(:)
      type(spectrum) :: s
    end type
    type grid
      type(cell), allocatable :: cells(:)
      type(cell) :: edge(2)
      character(:), allocatable :: name
    end type
    type message
      class(*), allocatable :: what
      type(cell), allocatable :: more
      character(5) :: label = ''
    end type
    type(grid) :: g
    type(message) :: m(2)
    integer :: status
    character(30) :: text
    if (me == n) then
      allocate (g%cells(0:2))
      g%cells(1)%v = [1.0, 2.0]
      g%cells(2)%s%unit = 'keV'
      g%edge(2)%s%e = [3.0]
      g%name = 'a grid'
      allocate (m(1)%what, source=spectrum([1.5], 'J'))
      allocate (m(2)%what, source='anything')
      allocate (m(2)%more)
      m(2)%more%v = [9.0]
      m%label = ['first', 'secon']
    else
      g%edge(1)%v = [1.0]
      allocate (m(1)%more)
    end if
    text = 'untouched'
    call co_broadcast(g, n, stat=status, errmsg=text)
    if (status /= 0 .or. text /= 'untouched') error stop 'stat'
    if (any(g%cells(1)%v /= [1.0, 2.0]) .or. g%cells(2)%s%unit /= 'keV' .or. g%edge(2)%s%e(1) /= 3) error stop 'grid'
    if (g%name /= 'a grid' .or. allocated(g%edge(1)%v) .or. lbound(g%cells, 1) /= 0) error stop 'grid more'
    call co_broadcast(m, n)
    if (any(m%label /= ['first', 'secon']) .or. allocated(m(1)%more) .or. m(2)%more%v(1) /= 9) error stop 'message'
    select type (w => m(1)%what)
    type is (spectrum)
      if (w%e(1) /= 1.5 .or. w%unit /= 'J') error stop 'spectrum'
    class default
      error stop 'no spectrum'
    end select
    select type (w => m(2)%what)
    type is (character(*))
      if (w /= 'anything') error stop 'text'
    class default
      error stop 'no text'
    end select
    m(1)%label = merge('mine ', 'other', me == 1)
    call co_broadcast(m(1), 1, stat=status)
    if (status /= 0 .or. m(1)%label /= 'mine') error stop 'again'
  end subroutine
  subroutine in_block()
    block
      type particle
        real, allocatable :: x(:)
        integer :: q = 0
      end type
      type(particle), allocatable :: p[:], list(:)[:]
      type(particle) :: o, all(2)
      allocate (p[*], list(2)[*])
      p%x = [1.0, 2.0]*me
      p%q = me
      list(2) = particle([5.0*me], -me)
      sync all
      o = p[n]
      if (any(o%x /= [1.0, 2.0]*n) .or. o%q /= n) error stop 'block'
      all = list(:)[n]
      if (allocated(all(1)%x) .or. all(2)%x(1) /= 5*n) error stop 'block array'
    end block
  end subroutine
end program
