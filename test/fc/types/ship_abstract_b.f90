! Its extension, with a module subroutine.
module b
  use a
  implicit none
  type, extends(pl) :: wpl
    integer :: c = 0
  end type
  interface
    module subroutine wbal(w)
      type(wpl), intent(inout), codimension[*] :: w
    end subroutine
  end interface
end module
submodule (b) bs
contains
  module subroutine wbal(w)
    type(wpl), intent(inout), codimension[*] :: w
    w[num_images()]%c = 7
  end subroutine
end submodule
