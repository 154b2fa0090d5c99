module field
  use kinds, only: dp, list
  implicit none
  private
  public :: u, a, l, setup, halo, work, t
  type :: t
    integer :: k = 0
    real(dp), allocatable :: y(:)
  end type
  real(dp) :: u(4)[*] = 0
  real(dp), allocatable :: a(:)[:]
  type(t) :: l[*]
  interface
    module subroutine work(v, n)
      integer, intent(in) :: n
      real(dp), intent(inout) :: v(n)[*]
    end subroutine
  end interface
contains
  subroutine setup(n)
    integer, intent(in) :: n
    integer :: i
    allocate (a(n)[*], source=[(1d0*this_image()*i, i=1,n)])
    allocate (l%y(2), source=1d0*this_image())
    u = this_image()
    sync all
  end subroutine
  subroutine halo(v)
    real(dp), intent(inout) :: v(:)[*]
    v(1) = v(2)[merge(1, this_image()+1, this_image()==num_images())]
  end subroutine
end module
