! conformance: images=1,2,3
! feature: names of intrinsics used for other things
! Modules that use ISO_C_BINDING, use each other, and allocate and coindex coarrays, in units that
! use ISO_C_BINDING behind them: gfortran took what generated text renames, and C_PTR, for ambiguous.
module interoperable_base
  use iso_c_binding
  implicit none
  integer, allocatable :: x(:)[:]
  type t
    integer, allocatable :: c(:)
  end type
  type(t) :: o[*]
contains
  integer function s(k)
    integer, intent(in) :: k
    integer :: i
    if (.not. allocated(x)) allocate (x(3)[*], source=this_image())
    sync all
    s = 0
    do i = 1, 3
      s = s + x(i)[k]
    end do
    o%c = [1,2,3]
    sync all
    do i = 1, 3
      s = s + o[k]%c(i)
    end do
  end function
end module
module interoperable_user
  use interoperable_base
  use iso_c_binding
  implicit none
  integer, allocatable :: y(:)[:]
  interface
    module integer function s3(k)
      integer, intent(in) :: k
    end function
  end interface
contains
  integer function s2(k)
    integer, intent(in) :: k
    integer :: i
    allocate (y(3)[*], source=2*this_image())
    s2 = 0
    do i = 1, 3
      s2 = s2 + y(i)[k] + o[k]%c(i)
    end do
    deallocate (y)
  end function
end module
submodule (interoperable_user) interoperable_body
  use iso_c_binding
contains
  module procedure s3
    integer :: i
    allocate (y(3)[*], source=2*this_image())
    s3 = 0
    do i = 1, 3
      s3 = s3 + y(i)[k] + o[k]%c(i)
    end do
    deallocate (y)
  end procedure
end submodule
program interoperable_modules
  use interoperable_user
  use interoperable_base
  use iso_c_binding
  implicit none
  integer, allocatable :: al(:)[:]
  type(c_ptr) :: cp
  integer, pointer :: fp(:)
  integer, target :: t3(3) = [1,2,3]
  integer :: n, i, k
  n = num_images()
  allocate (al(3)[*], source=1)
  i = s(n)
  if (i /= 3*n + 6) error stop 1
  if (s2(n) /= 6*n + 6) error stop 2
  if (s3(n) /= 6*n + 6) error stop 3
  k = 0
  do i = 1, 3
    k = k + al(i)[n]
  end do
  do i = 1, 3
    k = k + o[n]%c(i)
  end do
  if (k /= 9) error stop 4
  cp = c_loc(t3)
  call c_f_pointer(cp, fp, [3])
  if (any(fp /= [1,2,3])) error stop 5
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
