! feature: diagnostics: coindexed objects
! No address and no association is that of another image's object; the dummy arguments of intrinsic procedures want what they say.
module passed
  implicit none
  type t
    integer :: a = 1
  contains
    procedure :: s
  end type
contains
  subroutine s(x)
    class(t) :: x[*]
    print *, this_image(), x[1]%a
  end subroutine
end module

program other_images_addresses
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env
  use passed, only: t
  implicit none
  type :: holder
    integer, pointer :: q => null()
  end type
  type(holder) :: h[*]
  integer(c_int), target :: x[*]
  integer, target :: v
  integer(atomic_int_kind) :: a[*]
  integer(1) :: small
  integer(2) :: count
  integer, allocatable :: b[:]
  integer :: i[*], list(10), j(1)
  type(event_type) :: e[*]
  type(team_type) :: tm
  type(t) :: z
  type(c_ptr) :: p
  h%q => v
  ! expect-error: cannot be coindexed (F2018 18.2.3.6)
  p = c_loc(x[num_images()])
  ! expect-error: it is associated by its own image
  call c_f_pointer(p, h[1]%q)
  call c_f_pointer(p, h%q)
  ! expect-error: ASSOCIATED with a target
  print *, associated(h%q, h[1]%q)
  ! expect-error: ASSOCIATED with a target
  print *, associated(h[1]%q, v)
  ! expect-error: COARRAY of THIS_IMAGE stands before TEAM
  j = this_image(tm, x)
  ! expect-error: decimal exponent range of at least four
  call atomic_define(a, 5, stat=small)
  ! expect-error: decimal exponent range of at least four
  call co_sum(v, stat=small)
  ! expect-error: must have the range of a default integer
  call event_query(e, count)
  associate (w => z)
    ! expect-error: what 'w' is associated with is not one
    call w%s
  end associate
  do concurrent (i = 1:10)
    ! expect-error: is the index of a loop here
    list(i[1]) = i
  end do
  ! expect-error: is the index of a loop here
  forall (i = 1:10) list(i[1]) = i
  ! expect-error: is the index of a loop here
  list(1:2) = [(i[1], i = 1, 2)]
  allocate (b[*])
  ! expect-error: the allocatable dummy argument 'd' of 'plain' is no coarray
  call plain(b)
contains
  subroutine plain(d)
    integer, allocatable :: d
    d = 2
  end subroutine
  subroutine dummies(s, w)
    integer(atomic_int_kind) :: s
    integer :: w(*)[*]
    ! expect-error: must be a coarray or a coindexed object
    call atomic_add(s, 1)
    ! expect-error: cannot be the whole assumed-size array 'w'
    call co_min(w)
  end subroutine
end program
