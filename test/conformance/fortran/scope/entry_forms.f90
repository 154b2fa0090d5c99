! conformance: images=1,2,3,5
! feature: coarrays with ENTRY
module entries
  implicit none
  integer :: counter[*] = 0
contains
  subroutine first(x, k)
    integer, intent(inout) :: x(:)[*]
    integer, intent(in) :: k
    integer :: y(3)[*]
    x(1)[k] = 1
    return
  entry second(x, k)
    x(2)[k] = 2
    counter[k] = counter[k] + 1
    return
  entry third(y, k)
    y(3)[k] = 3
  end subroutine
  integer function one(k)
    integer, intent(in) :: k
    integer :: two
    one = counter[k]
    return
  entry two(k)
    two = 2 * counter[k]
  end function
end module
program entry_forms
  use entries
  implicit none
  integer, save :: x(3)[*]
  integer :: k
  k = mod(this_image(), num_images()) + 1
  x = 0
  sync all
  call first(x, k)
  call second(x, k)
  call third(x, k)
  sync all
  if (any(x /= [1, 2, 3])) error stop 'subroutines'
  if (one(k) /= 1 .or. two(k) /= 2) error stop 'functions'
  if (this_image() == 1) print '(a)', 'PASS'
end program
