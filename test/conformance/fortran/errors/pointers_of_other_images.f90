! feature: diagnostics: coindexed objects
module pointers
  implicit none
  type :: t
    integer, pointer :: p => null()
    procedure(work), pointer, nopass :: job => null()
  contains
    procedure, nopass :: bound => work
  end type
  type :: holder
    class(t), allocatable :: poly
  end type
contains
  subroutine work
  end subroutine
  subroutine show(a)
    class(t), intent(in) :: a
  end subroutine
end module
program pointers_of_other_images
  use pointers
  implicit none
  type(t) :: x[*], y
  type(holder) :: h[*]
  class(t), allocatable :: c[:]
  call x[1]%bound()
  ! expect-error: argument of NULL
  y%p => null(x[1]%p)
  ! expect-error: nullified
  nullify (x[1]%p)
  ! expect-error: cannot point
  y = t(x[1]%p)
  ! expect-error: procedure pointer 'job'
  call x[1]%job()
  ! expect-error: polymorphic object of another image
  call h[1]%poly%bound()
  ! expect-error: polymorphic coindexed
  call show(c[1])
end program
