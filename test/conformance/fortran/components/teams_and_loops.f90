! conformance: images=1,2,3,5,8
! feature: components of coindexed objects in whole programs
! Components and coarray components in loops and pure functions inside of teams of all kinds.
module m
  use iso_fortran_env
  implicit none
  type t
    real, allocatable :: a(:)
    integer, allocatable :: c(:)[:]
  end type
  type(t) :: h
  type u
    real, allocatable :: a(:)
  end type
  type(u) :: x[*]
contains
  pure real function total(k)
    integer, intent(in) :: k
    integer :: i
    total = 0
    do i = 1, size(x[k]%a)
      total = total + x[k]%a(i)
    end do
  end function
end module
program p
  use m
  implicit none
  type(team_type) :: tm, odd
  integer :: me, n, k, i, w, tn, step
  real :: s
  me = this_image(); n = num_images()
  allocate (h%c(4)[*])
  h%c = me
  x%a = [(real(me), i = 1, me)]
  w = merge(1, 2, me == 1 .or. me == 4 .or. me == 2)   ! irregular
  form team (w, tm)
  do step = 1, 2
    change team (tm)
      k = mod(this_image(), num_images()) + 1
      s = 0
      do i = 1, size(x[k]%a)
        s = s + x[k]%a(i)
      end do
      if (s /= total(k)) error stop 'FAIL total'
      if (total(this_image()) /= me * me) error stop 'FAIL own'
      s = 0
      do i = 1, 4
        s = s + h%c(i)[k]
      end do
      if (s /= 4 * h%c(1)[k]) error stop 'FAIL c'
      sync all
    end team
    if (h%c(1)[n] /= n) error stop 'FAIL back'
    if (total(n) /= n * n) error stop 'FAIL total back'
    sync all
    deallocate (h%c)
    allocate (h%c(4)[*])
    h%c = me
    sync all
  end do
  if (me == 1) print '(a)', 'PASS'
end program
