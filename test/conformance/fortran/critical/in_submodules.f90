! conformance: images=1,2,3
! feature: CRITICAL constructs in a module, in its submodule, and in a submodule of that
! Each program unit has locks of its own, whose names and types must not be taken for those of its ancestors.
module counting
  implicit none
  integer, save :: a[*], b[*], c[*], d[*]
  interface
    module subroutine second()
    end subroutine
    module subroutine third()
    end subroutine
  end interface
contains
  subroutine first()
    critical
      a[1] = a[1] + 1
    end critical
    critical
      d[1] = d[1] + 1
    end critical
  end subroutine
end module

submodule (counting) more
  implicit none
contains
  module procedure second
    critical
      b[1] = b[1] + 1
    end critical
  end procedure
end submodule

submodule (counting:more) most
  implicit none
contains
  module procedure third
    critical
      c[1] = c[1] + 1
    end critical
  end procedure
end submodule

program in_submodules
  use counting
  implicit none
  integer :: i
  a = 0; b = 0; c = 0; d = 0
  sync all
  do i = 1, 100
    call first()
    call second()
    call third()
  end do
  sync all
  if (any([a[1], b[1], c[1], d[1]] /= 100*num_images())) error stop 'counts'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
