! conformance: images=1,2,3
! feature: coindexed objects in declarations of BLOCK constructs
! Beside integer scalars, bounds and lengths have values of other types, and functions of sections.
module bounds_of_parts
  implicit none
  integer, parameter :: short = selected_int_kind(4), dp = kind(1d0)
  type :: cell
    integer(short) :: n(3) = 0
    real(dp) :: width = 0
    logical :: on = .false.
    character(4) :: name = ''
    integer, allocatable :: sizes(:)
  end type
  type :: grid
    type(cell) :: cells(2, 2)
    complex(dp) :: z = 0
  end type
  type(grid), save :: g(2)[*]
end module

program bounds_of_parts_and_sections
  use bounds_of_parts
  implicit none
  integer :: me, k, i, kind
  integer, save :: counts(4)[*]
  real, save :: lengths(2:3)[*]
  me = this_image(); k = mod(me, num_images()) + 1; kind = 2
  counts = [(me + i, i=1, 4)]
  lengths = [me + 0.7, me + 1.7]
  do i = 1, 2
    g(i)%cells%width = me + i
    g(i)%cells(2, 1)%n = [me, i, 7]
    g(i)%cells%on = mod(me + i, 2) == 0
    g(i)%cells(1, 2)%name = 'abc'(:1 + mod(me + i, 3))
    g(i)%z = cmplx(me, i, dp)
    g(i)%cells(1, 1)%sizes = [me, i, 5]
  end do
  sync all
  block
    integer :: part(g(2)[k]%cells(2, 1)%n(1)), wide(int(g(1)[k]%cells(1, 1)%width))
    integer :: on(merge(3, 4, g(1)[k]%cells(2, 2)%on)), named(len_trim(g(2)[k]%cells(1, 2)%name))
    integer :: z(nint(g(kind)[k]%z%im):int(real(g(2)[k]%z)) + 2)
    integer :: summed(sum(counts(2:4)[k])), greatest(maxval(g(1)[k]%cells(2, 1)%n))
    integer :: deep(0:sum(g(2)[k]%cells(1, 1)%sizes(:)), size(g(1)[k]%cells(1, 1)%sizes))
    character(ceiling(maxval(lengths(:)[k]))) :: text
    character(iachar(g(1)[k]%cells(1, 2)%name(1:1))) :: letters
    if (size(part) /= k .or. size(wide) /= k + 1) error stop 'scalars'
    if (size(on) /= merge(3, 4, mod(k + 1, 2) == 0)) error stop 'logical'
    if (size(named) /= 1 + mod(k + 2, 3)) error stop 'character'
    if (lbound(z, 1) /= 2 .or. ubound(z, 1) /= max(1, k + 2)) error stop 'complex'
    if (size(summed) /= 3*k + 9 .or. size(greatest) /= max(7, k)) error stop 'sections'
    if (any(ubound(deep) /= [k + 7, 3])) error stop 'allocatable'
    if (len(text) /= k + 2 .or. len(letters) /= iachar('a')) error stop 'lengths'
  end block
  call in_procedure(k)
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine in_procedure(k)
    integer, intent(in) :: k
    block
      real :: summed(sum(counts(2:4)[k])), wide(int(g(1)[k]%cells(1, 1)%width))
      character(ceiling(maxval(lengths(:)[k]))) :: text
      if (size(summed) /= 3*k + 9 .or. size(wide) /= k + 1) error stop 'in a procedure'
      if (len(text) /= k + 2) error stop 'length in a procedure'
    end block
  end subroutine
end program
