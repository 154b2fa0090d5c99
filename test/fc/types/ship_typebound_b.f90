! A component of that type, in another file.
module b
  use a, only: empty
  implicit none
  type :: layer
    type(empty) :: f
    real, allocatable :: x(:)
  end type
end module
