! conformance: images=1,2,3,5
! feature: MOVE_ALLOC of components
! An image moves allocatable components of its coarrays alone, as often as it likes.
module forest
  implicit none
  type :: leaf_t
    integer :: level = 0
    real, allocatable :: face(:)
    character(:), allocatable :: note
  end type
  type :: tree_t
    integer :: n = 0
    type(leaf_t), allocatable :: leaf(:)
  end type
  type :: plot_t
    type(tree_t), allocatable :: t[:]
  end type
  type(tree_t), save :: f[*]
  type(tree_t), allocatable :: g(:)[:]
contains
  subroutine grow()
    type(leaf_t), allocatable :: t(:), old(:)
    integer :: i
    call move_alloc(f%leaf, old)
    if (allocated(f%leaf)) error stop 'moved from a component'
    allocate (t(f%n + 1))
    do i = 1, f%n
      t(i)%level = old(i)%level
      call move_alloc(old(i)%face, t(i)%face)
      call move_alloc(from=old(i)%note, to=t(i)%note)
    end do
    f%n = f%n + 1
    t(f%n)%level = f%n
    t(f%n)%face = [real :: this_image(), f%n]
    t(f%n)%note = repeat('x', f%n)
    call move_alloc(t, f%leaf)
  end subroutine
  subroutine of_dummy(d, times)
    type(tree_t), intent(inout) :: d[*]
    integer, intent(in) :: times
    type(leaf_t), allocatable :: t(:)
    integer :: i
    do i = 1, times
      call move_alloc(d%leaf, t)
      call move_alloc(t, d%leaf)
    end do
  end subroutine
end module
program move_component
  use forest
  implicit none
  type(plot_t) :: p
  real, allocatable :: r(:)
  character(:), allocatable :: s
  integer :: me, np, i, k
  me = this_image(); np = num_images()
  allocate (f%leaf(0))
  do i = 1, 2*me
    call grow()
  end do
  call of_dummy(f, me - 1)
  sync all
  do k = 1, np
    if (f[k]%n /= 2*k) error stop 'number'
    if (any(f[k]%leaf(2*k)%face /= [k, 2*k])) error stop 'face'
    if (any(f[k]%leaf(1)%face /= [k, 1])) error stop 'first face'
    if (f[k]%leaf(2)%note /= 'xx') error stop 'note'
  end do
  ! one image only; elements of an allocatable coarray, components of a coarray component
  allocate (g(2)[*], p%t[*])
  if (me == np) then
    call move_alloc(f%leaf, g(2)%leaf)
    call move_alloc(g(2)%leaf(1)%face, r)
    call move_alloc(g(2)%leaf(2)%note, s)
    if (me > 1 .eqv. r(1) < 2) error stop 'of an element'
    if (s /= 'xx') error stop 'string'
    call move_alloc(g(2)%leaf, p%t%leaf)
    associate (e => p%t%leaf(2))
      call move_alloc(e%face, r)
    end associate
    if (r(2) /= 2) error stop 'of a coarray component'
    call move_alloc(p%t%leaf, f%leaf)
  end if
  sync all
  if (.not. allocated(f[np]%leaf)) error stop 'moved back'
  if (allocated(f[np]%leaf(2)%face) .or. f[np]%leaf(2)%level /= 2) error stop 'moved away'
  if (me == 1) print '(a)', 'PASS'
end program
