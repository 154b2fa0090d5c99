! conformance: images=1,2,3
! feature: logical operations on coarrays of all kinds, whose value is evaluated first
! gfortran takes the value of a logical operation for one of default kind if it has an associate
! name.
program logical_kinds
  implicit none
  type :: parts
    logical(1), allocatable :: a(:)[:]
    logical(8), allocatable :: b(:)[:]
  end type
  type(parts), save :: o
  logical(1), allocatable :: s(:)[:]
  logical(8), allocatable :: t(:)[:]
  logical(8), allocatable, target :: g(:)[:]
  logical(1) :: m(4) = [.true., .false., .true., .true.]
  logical(8) :: n(4) = [.true., .false., .true., .true.]
  integer :: k
  logical :: good

  k = merge(1, this_image() + 1, this_image() == num_images())
  allocate (o%a(4)[*], o%b(4)[*], g(4)[*])
  allocate (s(4)[*], source=.not. m)
  allocate (t(4)[*], source=n .and. .not. n(4:1:-1))
  o%a = m
  o%b = n
  g = n
  sync all
  o%a(3:1:-1)[k] = .not. o%a(3:1:-1)[k]
  o%b(3:1:-1)[k] = .not. o%b(3:1:-1)[k]
  o%b(4)[k] = .not. (o%b(4)[k] .and. n(1))
  g(2:4)[k] = g(1:3)[k] .neqv. g(2:4)[k]
  sync all
  good = all(s .eqv. [.false., .true., .false., .false.])
  good = good .and. all(t .eqv. [.false., .false., .true., .false.])
  good = good .and. all(o%a .eqv. [.false., .true., .false., .true.])
  good = good .and. all(o%b .eqv. [.false., .true., .false., .false.])
  good = good .and. all(g .eqv. [.true., .true., .true., .false.])
  if (.not. good) error stop 'wrong values'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
