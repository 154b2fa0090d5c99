! conformance: images=1,2,3
! feature: names of intrinsics used for other things
! The interface of a dummy procedure of a short-form module procedure has coarrays named so.
module m
  implicit none
  interface
    module subroutine set(c, whole)
      integer, intent(inout) :: c(:)[*]
      interface
        subroutine whole(loc, size)
          integer, intent(inout) :: loc(:)[*]
          integer, intent(in) :: size
        end subroutine
      end interface
    end subroutine
  end interface
end module
submodule(m) body
  implicit none
contains
  module procedure set
    call whole(c, 2)
  end procedure
end submodule
program p
  use m
  implicit none
  integer, save :: a(4)[*] = 0
  call set(a, twos)
  sync all
  if (any(a /= [0, 2, 0, 0])) error stop 1
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine twos(loc, size)
    integer, intent(inout) :: loc(:)[*]
    integer, intent(in) :: size
    loc(size)[this_image()] = size
  end subroutine
end program
