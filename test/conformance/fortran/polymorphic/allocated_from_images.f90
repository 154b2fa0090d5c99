! conformance: images=1,2,3
! feature: ALLOCATE with the value of a coindexed object whose type has components of its own type
! SOURCE= and MOLD= for polymorphic and other objects, pointers, arrays, several objects, coarrays;
! assignments to polymorphic variables. What is made holds memory of its own, at every level.
module grown
  implicit none
  type, abstract :: root
    integer(1) :: first = 1
  end type
  type, extends(root) :: tree
    integer :: n = 0
    character(:), allocatable :: name
    type(tree), allocatable :: below
    type(tree), allocatable :: many(:)
  contains
    procedure :: fill, check
  end type
  type :: forest
    integer :: n = 0
    type(tree) :: t
    type(tree), allocatable :: held(:)
  end type
contains
  recursive subroutine fill(self, n)
    class(tree), intent(inout) :: self
    integer, intent(in) :: n
    self%n = n
    self%name = repeat(achar(96 + n), n)
    if (n == 1) return
    allocate (self%below, self%many(0:1))
    call self%below%fill(n - 1)
    call self%many(0)%fill(1)
    call self%many(1)%fill(n - 1)
  end subroutine
  recursive logical function check(self, n) result(ok)
    class(tree), intent(in) :: self
    integer, intent(in) :: n
    ok = self%n == n .and. allocated(self%name) .and. (allocated(self%below) .eqv. n > 1)
    if (ok) ok = len(self%name) == n .and. self%name == repeat(achar(96 + n), n)
    if (n == 1 .or. .not. ok) return
    ok = self%below%check(n - 1) .and. lbound(self%many, 1) == 0 .and. size(self%many) == 2
    if (ok) ok = self%many(0)%check(1) .and. self%many(1)%check(n - 1)
  end function
  subroutine plant(f, n)
    type(forest), intent(inout) :: f
    integer, intent(in) :: n
    f%n = n
    call f%t%fill(n)
    allocate (f%held(2))
    call f%held(2)%fill(n + 1)
  end subroutine
  logical function stands(f, n)
    type(forest), intent(in) :: f
    integer, intent(in) :: n
    stands = f%n == n .and. f%t%check(n) .and. f%held(2)%check(n + 1)
  end function
  logical function is(a, n)
    class(*), intent(in) :: a
    integer, intent(in) :: n
    is = .false.
    select type (a)
    type is (tree)
      is = a%check(n)
    end select
  end function
end module
program allocated_from_images
  use grown
  implicit none
  type(tree) :: x[*]
  type(tree), allocatable :: y(:)[:], z[:], one, list(:)
  type(forest) :: f[*], w(2)
  type(forest), allocatable :: g
  class(root), allocatable :: c[:], d(:)[:], e[:], got, other, row(:)
  class(root), pointer :: p
  class(root), allocatable, target :: kept
  class(*), allocatable :: u
  integer :: me, k, st
  character(80) :: message
  me = this_image()
  allocate (y(0:2)[*])
  allocate (tree :: c[*], d(3)[*])
  call x%fill(me)
  select type (c)
  type is (tree)
    call c%fill(me + 1)
  end select
  select type (d)
  type is (tree)
    do k = 1, 3
      call d(k)%fill(me + k)
    end do
  end select
  do k = 0, 2
    call y(k)%fill(me + k)
  end do
  call plant(f, me)
  sync all
  do k = 1, num_images()
    allocate (got, source=c[k])
    if (.not. is(got, k + 1)) error stop 'dynamic'
    allocate (got, source=x[k], stat=st, errmsg=message)
    if (st == 0 .or. .not. is(got, k + 1)) error stop 'allocated already'
    deallocate (got)
    allocate (got, source=x[k], stat=st)
    if (st /= 0 .or. .not. is(got, k)) error stop 'of a declared type'
    got = x[k]
    if (.not. is(got, k)) error stop 'assigned where it is'
    deallocate (got)
    got = x[k]
    if (.not. is(got, k)) error stop 'assigned'
    deallocate (got)
    allocate (got, other, source=(c[k]))
    if (.not. (is(got, k + 1) .and. is(other, k + 1))) error stop 'several'
    deallocate (got, other)
    allocate (u, source=x[k])
    if (.not. is(u, k)) error stop 'unlimited'
    deallocate (u)
    allocate (u, source=c[k])
    if (.not. is(u, k + 1)) error stop 'unlimited from dynamic'
    deallocate (u)
    allocate (p, source=c[k])
    if (.not. is(p, k + 1)) error stop 'pointer'
    deallocate (p)
    allocate (one, source=x[k])
    if (.not. one%check(k)) error stop 'not polymorphic'
    deallocate (one)
    allocate (one, mold=x[k])
    if (one%n /= 0 .or. allocated(one%below)) error stop 'mold'
    deallocate (one)
    allocate (got, mold=c[k])
    if (.not. same_type_as(got, x)) error stop 'dynamic mold'
    deallocate (got)
    kept = c[k]
    p => kept
    kept = c[k]
    if (.not. associated(p, kept) .or. .not. is(p, k + 1)) error stop 'stays'
    allocate (list, source=y(:)[k])
    if (.not. (list(1)%check(k) .and. list(3)%check(k + 2))) error stop 'array'
    deallocate (list)
    allocate (list(2:3), source=y(2:1:-1)[k])
    if (.not. (list(2)%check(k + 2) .and. list(3)%check(k + 1))) error stop 'section'
    deallocate (list)
    allocate (list(2), source=x[k])
    if (.not. (list(1)%check(k) .and. list(2)%check(k))) error stop 'scalar to array'
    deallocate (list)
    allocate (row(3), source=d(:)[k])
    if (.not. (is(row(1), k + 1) .and. is(row(3), k + 3))) error stop 'dynamic array'
    deallocate (row)
    allocate (row(0:1), source=c[k])
    if (.not. (is(row(0), k + 1) .and. is(row(1), k + 1))) error stop 'dynamic scalar to array'
    deallocate (row)
    allocate (row(0:1), source=y(1:2)[k])
    if (.not. (is(row(0), k + 1) .and. is(row(1), k + 2))) error stop 'array to dynamic array'
    deallocate (row)
    allocate (row, source=y(1:2)[k])
    if (.not. (is(row(1), k + 1) .and. is(row(2), k + 2))) error stop 'shape of the array'
    deallocate (row)
    row = y(1:2)[k]
    if (.not. (is(row(1), k + 1) .and. is(row(2), k + 2))) error stop 'assigned array'
    deallocate (row)
    allocate (g, source=f[k])
    if (.not. stands(g, k)) error stop 'held by another type'
    deallocate (g)
    w = f[k]
    if (.not. (stands(w(1), k) .and. stands(w(2), k))) error stop 'assigned to elements'
  end do
  k = mod(me, num_images()) + 1
  allocate (z[*], source=x[k])
  one = z[k]
  if (.not. (z%check(k) .and. one%check(mod(k, num_images()) + 1))) error stop 'coarray'
  allocate (e[*], got, source=c[k], stat=st)
  if (st /= 0 .or. .not. (is(e, k + 1) .and. is(got, k + 1))) error stop 'polymorphic coarray'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
