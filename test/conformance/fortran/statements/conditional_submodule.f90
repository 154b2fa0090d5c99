! conformance: images=1,2,3
! feature: conditional arguments of module procedures in the short form
! In the submodule the dummy arguments of a body in the short form are those of its interface.
module conditional_submodule_m
  implicit none
  integer :: x(5)[*]
  interface
    module subroutine add(a, b, o)
      integer, intent(in) :: a
      integer, intent(inout) :: b
      integer, intent(inout), optional :: o
    end subroutine
    module function doubled(a) result(r)
      integer, intent(in) :: a(:)
      integer :: r(size(a))
    end function
    module subroutine drive(k)
      integer, intent(in) :: k
    end subroutine
  end interface
end module

submodule (conditional_submodule_m) bodies
contains
  module procedure add
    b = b + a
    if (present(o)) o = o + 1
  end procedure
  module procedure doubled
    r = a*2
  end procedure
  module procedure drive
    integer :: y
    call add(x(1)[k], x(2)[k])
    call add(a=x(1)[k], o=x(3)[k], b=x(2)[k])
    y = sum(doubled(x(1:3)[k]))
    x(4)[k] = y
    x(5:5)[k] = doubled(( y > 0 ? x(5:5)[k] : x(1:1) ))
    y = 1
    call add(( y > 0 ? x(1)[k] : x(1) ), y)
    x(1)[k] = y
  end procedure
end submodule

program conditional_submodule
  use conditional_submodule_m
  implicit none
  integer :: me
  me = this_image()
  x = [1, 2, 3, 4, 5]*me
  sync all
  call drive(1 + mod(me, num_images()))
  sync all
  if (any(x /= [me + 1, 4*me, 3*me + 1, 16*me + 2, 10*me])) error stop 'values'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
