! conformance: images=1,2,3,5
! feature: coindexed in select rank
program select_rank
  implicit none
  integer :: m(2,2)
  integer :: x(4)[*], k, n, me
  n = num_images(); me = this_image(); k = mod(me, n) + 1
  x = me * [1, 2, 3, 4]
  sync all
  call ranks(x(2)[k], [2 * k])
  call ranks(x(1:4:3)[k], [k, 4 * k])
  m = 3
  call ranks(m + x(1)[k], [3 + k, 3 + k, 3 + k, 3 + k])
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine ranks(a, want)
    integer, intent(in) :: a(..), want(:)
    select rank (a)
    rank (0)
      if (a /= want(1)) error stop 'rank 0'
    rank (1)
      if (any(a /= want)) error stop 'rank 1'
      if (any(x(a / a * [2, 1])[k] /= [2 * k, k])) error stop 'rank 1 as a vector subscript'
    rank default
      if (size(a) /= 4 .or. rank(a) /= 2) error stop 'rank 2'
    end select
  end subroutine
end program
