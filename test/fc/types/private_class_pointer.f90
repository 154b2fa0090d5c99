! A private type with a polymorphic pointer in a public one.
module m1
  implicit none
  private
  public :: lst
  type :: item
    class(*), pointer :: p => null()
  end type
  type :: lst
    type(item), allocatable :: x(:)
  end type
end module
module m2
  use m1, only: lst
  implicit none
  type :: c
    integer, allocatable :: items(:)
  end type
  type :: d
    type(lst) :: l
    type(c) :: s
  end type
end module
