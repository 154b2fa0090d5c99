! conformance: images=1,2,3,5
! feature: dummy arguments
! build-args: -fcheck=all -check
! Assumed-size coarray dummy arguments where the compiler checks subscripts: there is no upper bound to check.
module assumed_size_checked_m
  implicit none
  type :: plain
     real(8) :: v(3) = 0
     character(5) :: name = ''
  end type plain
  type :: bound
     integer :: i = 0
   contains
     procedure :: get => get_bound
  end type bound
contains
  integer function get_bound(self)
    class(bound), intent(in) :: self
    get_bound = self%i
  end function get_bound
  subroutine work(n, k, a, m, p, b, s)
    integer, intent(in) :: n, k
    integer, intent(inout) :: a(*)[*], m(n,0:*)[2,*]
    type(plain), intent(inout), dimension(*), codimension[*] :: p
    type(bound), intent(inout) :: b(-1:*)[*]
    character(*), intent(inout) :: s(*)[*]
    integer :: i, row, col
    row = 2 - mod(k, 2)
    col = (k + 1)/2
    do i = 1, n
       a(i)[k] = 10*this_image() + i
       m(i,i-1)[row,col] = 100*this_image() + i
       p(i)[k]%v = [real(8) :: i, this_image(), (1d0*a(i), i=1, 1)]
       p(i)[k]%name(2:3) = 'ab'
       b(i-2)[k]%i = 7*i + this_image()
       s(i)[k] = repeat('x', i)
    end do
    sync all
    do i = 1, n
       if (a(i)[k] /= 10*this_image() + i .or. m(i,i-1)[row,col] /= 100*this_image() + i) error stop 1
       if (p(i)[k]%v(2) /= this_image() .or. p(i)[k]%name(2:3) /= 'ab') error stop 2
       if (b(i-2)[k]%i /= 7*i + this_image() .or. s(i)[k] /= repeat('x', i)) error stop 3
    end do
    if (any(a(2:n)[k] /= 10*this_image() + [(i, i=2, n)])) error stop 4
    if (any(m(:,1)[row,col] /= [0, 100*this_image() + 2, (0, i=3, n)])) error stop 5
  end subroutine work
end module assumed_size_checked_m

program assumed_size_checked
  use assumed_size_checked_m
  implicit none
  integer, save :: a(4)[*] = 0, m(4,4)[2,*] = 0
  type(plain), save :: p(4)[*]
  type(bound), save :: b(4)[*]
  character(6), save :: s(4)[*] = ''
  sync all
  call work(4, mod(this_image(), num_images()) + 1, a, m, p, b, s)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program assumed_size_checked
