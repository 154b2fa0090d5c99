! conformance: images=1,2,3,5,8
! feature: vector subscripts in components of coindexed objects
! An irregular exchange as a mesh code writes it: each neighbour has an image, a list of cells and a place in the halo. What is gathered lies in
! components of every kind, of another size and with other bounds on each image; loops do the same, also where nothing is there to refer to.
module exchange
  implicit none
  type :: material
    real, allocatable :: rho(:)
    integer, allocatable :: phases
  end type
  type :: domain
    real, allocatable :: u(:)
    double precision, allocatable :: d(:, :)
    type(material), allocatable :: m(:)
    real, pointer :: p(:) => null()
    integer, allocatable :: often
  end type
  type :: neighbour
    integer :: image = 0, cells = 0, first = 0
    integer, allocatable :: list(:)
  end type
  type(domain), save :: here[*]
contains
  elemental real function expected(image, cell)
    integer, intent(in) :: image, cell
    expected = 1000 * image + cell
  end function

  integer function size_on(image) result(n)
    integer, intent(in) :: image
    n = 12 + 3 * image
  end function
end module exchange

program gather_by_lists
  use exchange
  implicit none
  type(neighbour), allocatable :: from(:)
  real, allocatable :: halo(:), again(:)
  real :: one(4:9)
  double precision :: row(6)
  integer :: me, n, k, i, j, total, low

  me = this_image()
  n = num_images()
  low = -me
  allocate (here%u(low:low + size_on(me) - 1), here%d(2, size_on(me)), here%m(2), here%p(size_on(me)))
  allocate (here%m(2)%rho(size_on(me)), here%m(2)%phases, here%often)
  here%often = me
  do i = 1, size_on(me)
    here%u(low + i - 1) = expected(me, i)
    here%d(:, i) = [0d0, dble(expected(me, i))]
    here%m(2)%rho(i) = -expected(me, i)
    here%p(size_on(me) + 1 - i) = expected(me, i)
  end do
  here%m(2)%phases = 7 * me
  sync all

  allocate (from(n))
  total = 0
  do j = 1, n
    k = 1 + mod(me + j - 1, n)
    from(j) = neighbour(k, 2 + mod(j, 3), total + 1, [(1 + mod(5 * i + j, size_on(k)), i = 1, 4)])
    total = total + from(j)%cells
  end do
  allocate (halo(total), again(total))

  ! the list, its length, its place and the image are components of an array of neighbours
  halo = 0
  do j = 1, n
    halo(from(j)%first:from(j)%first + from(j)%cells - 1) = here[from(j)%image]%m(2)%rho(from(j)%list(:from(j)%cells))
  end do
  do j = 1, n
    do i = 1, from(j)%cells
      call check(halo(from(j)%first + i - 1) == -expected(from(j)%image, from(j)%list(i)), 'lists of neighbours')
    end do
  end do

  ! bounds: those of the component are negative, the left side begins at 4
  k = from(1)%image
  one = 0
  one(5:8) = here[k]%u(from(1)%list - k - 1)
  call check(all(one == [0., expected(k, from(1)%list), 0.]), 'an expression with the list')
  from(1)%list = from(1)%list - k - 1
  one(5:8) = here[k]%u(from(1)%list)
  call check(all(one == [0., expected(k, from(1)%list + k + 1), 0.]), 'a component with other bounds')
  one(4:5) = here[k]%u(from(1)%list(3:4))
  call check(all(one(4:5) == expected(k, from(1)%list(3:4) + k + 1)), 'the list from its third element on')
  one(4:3) = here[k]%u(from(1)%list(1:0))
  from(1)%list = from(1)%list + k + 1
  row = 0
  row(2:5) = here[k]%d(2, from(1)%list)
  call check(all(row == [0d0, dble(expected(k, from(1)%list)), 0d0]), 'a row')
  one(5:8) = here[k]%p(from(1)%list)
  call check(all(one(5:8) == expected(k, size_on(k) + 1 - from(1)%list)), 'a pointer')
  ! the list is defined by the gather
  block
    integer :: list(3)
    type :: box
      integer, allocatable :: next(:)
    end type
    type(box), save :: b[*]
    list = [3, 1, 2]
    b%next = [2, 3, 1]
    sync all
    list = b[k]%next(list)
    call check(all(list == [1, 2, 3]), 'the list itself')
    sync all
  end block

  ! loops
  do j = 1, n
    k = from(j)%image
    do i = 1, from(j)%cells
      again(from(j)%first + i - 1) = here[k]%m(2)%rho(from(j)%list(i)) * 2 + here[k]%m(2)%phases
    end do
  end do
  do j = 1, n
    do i = 1, from(j)%cells
      call check(again(from(j)%first + i - 1) == 2 * halo(from(j)%first + i - 1) + 7 * from(j)%image, 'loops')
    end do
  end do
  total = 0
  do i = 1, n ! image 0 is none, and the first has no cells: neither is referred to
    if (allocated(from(i)%list) .and. i > n) total = total + here[i - 1]%often
    total = total + here[i]%often
  end do
  call check(total == n * (n + 1) / 2, 'scalars')
  sync all
  if (me == n) deallocate (here%m(2)%rho)
  sync all
  do i = 1, 4
    if (here[n]%often < 0) one(3 + i) = here[n]%m(2)%rho(i)
    if (i > 4) one(3 + i) = here[n + 1]%u(i)
  end do
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(len=*), intent(in) :: what
    if (.not. ok) then
      print '(3a,i0)', 'wrong: ', what, ' on image ', this_image()
      error stop 1
    end if
  end subroutine
end program gather_by_lists
