! conformance: images=1,2,3,5
! feature: submodules
! Each level allocates coarrays and refers to components of other images; a type has components of types that are defined behind it.
module stock_m
  implicit none
  type :: store
    type(item), allocatable :: items(:)[:]
    type(item), allocatable :: spare
    type(item), pointer :: linked => null()
  contains
    procedure :: fill
    procedure :: near
  end type
  type :: item
    integer :: n = 0
    real, allocatable :: v(:)
  end type
  real, allocatable :: all_of_it(:)[:]
  interface
    module subroutine fill(self, n)
      class(store), intent(inout) :: self
      integer, intent(in) :: n
    end subroutine
    module function near(self, image) result(r)
      class(store), intent(in) :: self
      integer, intent(in) :: image
      real :: r
    end function
    module subroutine start(n)
      integer, intent(in) :: n
    end subroutine
  end interface
end module
submodule (stock_m) stock_first
  implicit none
  real, allocatable :: inner(:)[:]
contains
  module procedure start
    integer :: i
    allocate (all_of_it(n)[*], inner(2)[*])
    all_of_it = [(real(i*this_image()), i=1, n)]
    inner = all_of_it(1:2)
    sync all
    all_of_it(1) = 0
    do i = 1, n
      all_of_it(1) = all_of_it(1) + inner(2)[num_images()]
    end do
  end procedure
end submodule
submodule (stock_m:stock_first) stock_second
  implicit none
contains
  module procedure fill
    integer :: i
    allocate (self%items(n)[*])
    do i = 1, n
      self%items(i)%n = this_image()
      allocate (self%items(i)%v(i))
      self%items(i)%v = i*this_image()
    end do
    sync all
  end procedure
end submodule
submodule (stock_m:stock_second) stock_third
contains
  module procedure near
    integer :: i
    r = 0
    do i = 1, size(self%items)
      r = r + sum(self%items(i)[image]%v)/self%items(i)[image]%n + inner(1)[image]
    end do
  end procedure
end submodule
program submodule_components
  use stock_m
  implicit none
  type(store), save :: s
  integer :: nx
  nx = mod(this_image(), num_images()) + 1
  call start(3)
  if (all_of_it(1) /= 6*num_images()) error stop 'FAIL inner'
  call s%fill(3)
  if (s%near(nx) /= 1 + 4 + 9 + 3*nx) error stop 'FAIL near'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
