! conformance: images=1,2,3
! feature: structures of other images in pure procedures
! Whole structures of other images in PURE procedures: all that types hold.
module shapes
  implicit none
  type :: leaf
    integer, allocatable :: v(:)
  end type
  type :: bound
    integer :: n = 1
  contains
    procedure :: twice
  end type
  type :: part
    character(:), allocatable :: names(:)
    type(leaf), allocatable :: deep(:)
    type(bound), allocatable :: b(:)
    complex(8), allocatable :: z
    character(:), allocatable :: one
  end type
  type :: open
    class(bound), allocatable :: c
    class(bound), allocatable :: l(:)
  end type
contains
  pure integer function twice(self)
    class(bound), intent(in) :: self
    twice = 2*self%n
  end function
  pure integer function look(x, k) result(r)
    type(part), intent(in) :: x[*]
    integer, intent(in) :: k
    type(part) :: mine
    integer :: i
    mine = x[k]
    r = 0
    if (len(mine%names) == 4 .and. size(mine%names) == 2) r = r + 1
    if (mine%names(2) == 'zwei') r = r + 10
    do i = 1, size(mine%deep)
      r = r + 100*sum(mine%deep(i)%v)
    end do
    r = r + 10000*sum(mine%b%n)
    if (mine%one == 'one' .and. mine%z == (1, 2)) r = r + 1000000
  end function
end module
program purely
  use shapes
  implicit none
  type(part), save :: x[*]
  integer :: k, want
  k = 1 + mod(this_image(), num_images())
  x%names = ['eins', 'zwei']
  allocate (x%deep(2), x%b(3))
  x%deep(1)%v = [1, 2]
  x%deep(2)%v = [this_image()]
  x%b%n = 2*this_image()
  x%z = (1, 2)
  x%one = 'one'
  sync all
  want = 1000011 + 100*(3 + k) + 60000*k
  if (look(x, k) /= want) then
    print *, look(x, k), want
    error stop 1
  end if
  if (look(x, this_image()) /= 1000011 + 100*(3 + this_image()) + 60000*this_image()) error stop 2
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
