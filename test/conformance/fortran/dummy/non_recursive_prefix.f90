! conformance: images=1,2
! feature: coarray dummy arguments
! The prefix NON_RECURSIVE (F2018 15.6.2.1), which gfortran 12 to 14 do not know, in all headings.
module prefixes
  implicit none
  interface
    non_recursive module subroutine put(x, k)
      integer, intent(inout) :: x[*]
      integer, intent(in) :: k
    end subroutine
    module non_recursive function get(x, k) result(r)
      integer, intent(in) :: x[*], k
      integer :: r
    end function
    pure non_recursive integer function outside(i)
      integer, intent(in) :: i
    end function
  end interface
contains
  non_recursive subroutine add(x)
    integer, intent(inout) :: x[*]
    critical
      x[1] = x[1] + 1
    end critical
  end subroutine
  pure non_recursive integer function twice(i) result(r)
    integer, intent(in) :: i
    r = 2*i
  end function
  integer non_recursive elemental &
    & function thrice(i)
    integer, intent(in) :: i
    thrice = 3*i
  end function
end module

submodule (prefixes) bodies
contains
  module procedure put
    x[k] = this_image()
  end procedure
  non_recursive module function get(x, k) result(r)
    integer, intent(in) :: x[*], k
    integer :: r
    r = x[k]
  end function
end submodule

pure non_recursive integer function outside(i)
  integer, intent(in) :: i
  outside = i + 1
end function

program non_recursive_prefix
  use prefixes
  implicit none
  integer, save :: x[*], n[*]
  integer :: me, k
  me = this_image(); k = mod(me, num_images()) + 1
  x = 0; n = 0
  sync all
  call add(n)
  call put(x, k)
  sync all
  if (get(x, k) /= me .or. get(n, 1) /= num_images()) error stop 'other images'
  if (twice(x[k]) /= 2*me .or. any(thrice([x[k], 1]) /= [3*me, 3])) error stop 'pure'
  if (outside(x[k]) /= me + 1) error stop 'outside'
  sync all
  call non_recursive
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine non_recursive
  end subroutine
end program
