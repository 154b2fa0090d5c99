! conformance: images=1,2
! feature: allocatable variables where the program defines assignment
! The statements that Coral puts in front of others are not taken for the program's own assignment.
module fields
  implicit none
  type :: field
    real, allocatable :: s(:, :)
    procedure(label), pointer, nopass :: name => null()
  contains
    generic :: assignment(=) => assign
    procedure, private :: assign
    procedure :: grown
  end type
  abstract interface
    function label(n) result(text)
      integer, intent(in) :: n
      character(n) :: text
    end function
  end interface
  interface
    pure module function grown(this) result(r)
      class(field), intent(in) :: this
      type(field) :: r
    end function
    module subroutine exchange(this)
      class(field), intent(inout) :: this
    end subroutine
  end interface
  type(field), save :: shared[*]
contains
  subroutine assign(lhs, rhs)
    class(field), intent(out) :: lhs
    type(field), intent(in) :: rhs
    lhs%s = rhs%s
    lhs%name => rhs%name
  end subroutine
  function dots(n) result(text)
    integer, intent(in) :: n
    character(n) :: text
    text = repeat('.', n)
  end function
end module

submodule(fields) halos
  implicit none
  real, allocatable :: halo(:, :)[:]
contains
  module procedure grown
    real, allocatable :: west(:)
    west = pack(this%s(1, :), this%s(1, :) > 0)
    allocate (r%s(size(this%s, 1), size(this%s, 2)))
    associate (s => r%s, edge => west)
      s = this%s + 1
      s(1, :size(edge)) = edge
    end associate
  end procedure
  module procedure exchange
    real, allocatable :: edge(:)
    integer :: next
    next = merge(1, this_image() + 1, this_image() == num_images())
    if (.not. allocated(halo)) allocate (halo(2, size(this%s, 2))[*])
    edge = pack(this%s(2, :), this%s(2, :) > 0)
    halo(1, :)[next] = edge
    halo(2, :)[next] = this%s(2, :)
    sync all
    this%s(1, :) = halo(1, :) + halo(2, :)
    shared%s = this%s
    shared%name => this%name
    sync all
  end procedure
end submodule

program defined_assignment_beside
  use fields
  implicit none
  type(field) :: f, g
  integer :: me, previous
  me = this_image()
  previous = merge(num_images(), me - 1, me == 1)
  f%s = reshape([1, 2, 3, 4], [2, 2])*real(me)
  f%name => dots
  g = f%grown()
  if (any(g%s(1, :) /= [1, 3]*me) .or. any(abs(g%s(2, :) - [2*me + 1, 4*me + 1]) > 0)) error stop 'grown'
  call exchange(f)
  if (any(f%s(1, :) /= [4, 8]*previous)) error stop 'exchange'
  g = shared[previous]
  if (g%name(2) /= '..' .or. any(g%s(2, :) /= [2, 4]*previous)) error stop 'fetched'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
