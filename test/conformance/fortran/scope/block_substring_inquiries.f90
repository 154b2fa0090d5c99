! conformance: images=1,2,3
! feature: bounds in BLOCK constructs that inquire about substrings of coindexed arrays
program block_substring_inquiries
  implicit none
  character(7), allocatable :: c(:,:)[:]
  character(7), save :: s(4)[*]
  integer :: j, k, bad

  k = num_images()
  allocate (c(2:3,4)[*])
  c = 'abcdefg'
  s = 'xyzuvwx'
  j = 2
  bad = 0
  sync all
  block
    integer :: a(storage_size(c(2,:first(3))[k](j:3)))
    integer :: b(len(s(first(2):)[k](j:4)) + size(c(:,2)[k]))
    character(len(s(first(2):)[k](j:5))) :: t(size(s(first(2):)[k](j:4)))
    integer :: d(sum(iachar(s(first(2):)[k](j:j))) - sum(iachar(s(:)[k](1:1))))
    character(index(s(first(2))[k](j:), 'w')) :: e
    if (size(a) /= 16 .or. size(b) /= 5 .or. len(t) /= 4 .or. size(t) /= 3) bad = 1
    if (size(d) /= max(0, 3*iachar('y') - 4*iachar('x')) .or. len(e) /= 5) bad = 2
  end block
  if (bad /= 0) error stop 'wrong bounds'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  pure integer function first(i)
    integer, intent(in) :: i
    first = i
  end function
end program
