! conformance: images=1,2,3,5
! feature: submodules
module ring_m
  implicit none
  integer :: token[*] = 0
  integer, allocatable :: store(:)[:]
  interface
    module subroutine set_up(size)
      integer, intent(in) :: size
    end subroutine
    module function fetch(i, image) result(v)
      integer, intent(in) :: i, image
      integer :: v
    end function
    module subroutine exchange(x, k)
      real, intent(inout) :: x(:)[2,*]
      integer, intent(in) :: k
    end subroutine
  end interface
end module
submodule (ring_m) ring_s
  implicit none
  integer :: hidden(2)[*] = [3, 4]
  interface
    module subroutine deeper(k)
      integer, intent(in) :: k
    end subroutine
  end interface
contains
  module procedure set_up
    allocate (store(size)[*])
    store = this_image()
    hidden(1) = 30 + this_image()
    sync all
  end procedure
  module procedure fetch
    v = store(i)[image] + hidden(1)[image]
  end procedure
end submodule
submodule (ring_m:ring_s) ring_deep
contains
  module subroutine deeper(k)
    integer, intent(in) :: k
    token[k] = hidden(2)[k] + store(1)
  end subroutine
  module procedure exchange
    call deeper(k)
    sync all
    x(1) = x(2)[mod(k - 1, 2) + 1, (k - 1) / 2 + 1]
  end procedure
end submodule
program submodule_chain
  use ring_m
  implicit none
  real, save :: x(2)[2,*]
  integer :: k
  k = mod(this_image(), num_images()) + 1
  x = [0, this_image()]
  call set_up(3)
  if (fetch(2, k) /= 30 + 2 * k) error stop 'fetch'
  call exchange(x, k)
  if (x(1) /= k) error stop 'exchange'
  if (token /= 4 + modulo(this_image() - 2, num_images()) + 1) error stop 'token'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
