submodule (size) size_s
contains
  module subroutine make(n)
    integer, intent(in) :: n
    allocate (z(n)[*])
    z = n
    x(3)[this_image()] = n
  end subroutine
end submodule
