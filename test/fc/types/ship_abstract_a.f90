! The abstract parent of the type of a coarray in another file.
module a
  implicit none
  type :: info
    integer :: i = 0
  contains
    procedure :: set
  end type
  type, abstract :: pl
    type(info), allocatable :: arr(:)
  end type
  type :: par
    integer :: k = 0
  end type
contains
  subroutine set(self, i)
    class(info), intent(inout) :: self
    integer, intent(in) :: i
    self%i = i
  end subroutine
  subroutine use_par(p)
    type(par), intent(inout), codimension[*] :: p
    p[num_images()]%k = 1
  end subroutine
end module
