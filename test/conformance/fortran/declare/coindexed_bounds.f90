! conformance: images=1,2,3,5
! feature: coindexed objects in declarations of BLOCK constructs
! Bounds and lengths are specification expressions, in which coindexed objects may stand (F2018 10.1.11).
module halo
  implicit none
  integer(8) :: counts(0:3)[*] = 0
  type :: part
    integer :: n = 0
    integer, allocatable :: sizes(:)
  end type
  type(part), save :: parts[*]
end module

program coindexed_bounds
  use halo
  implicit none
  integer :: me, n, k, i, total
  integer, save :: length[*]
  me = this_image(); n = num_images()
  counts = [(int(10*me + i, 8), i=0, 3)]
  parts%n = me + 2
  parts%sizes = [me, 2*me]
  length = me
  sync all
  total = 0
  do k = 1, n
    receive: block
      real :: buffer(counts(1)[k], -1:max(length[k], 2)), small(0:length[mod(k, n) + 1])
      character(len=length[k] + 1) :: text
      integer, dimension(parts[k]%n) :: list
      integer :: deep(parts[k]%sizes(2))
      if (size(buffer, 1) /= 10*k + 1 .or. ubound(buffer, 2) /= max(k, 2)) error stop 'buffer'
      if (ubound(small, 1) /= mod(k, n) + 1) error stop 'small'
      if (len(text) /= k + 1) error stop 'text'
      if (size(list) /= k + 2 .or. size(deep) /= 2*k) error stop 'components'
      buffer = 1
      total = total + nint(sum(buffer(:, 1)))
      if (k == n) exit receive
      block
        integer :: again(counts(2)[k + 1])
        if (size(again) /= 10*(k + 1) + 2) error stop 'again'
      end block
    end block receive
  end do
  if (total /= sum([(10*k + 1, k=1, n)])) error stop 'total'
  call in_procedure(n)
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine in_procedure(k)
    integer, intent(in) :: k
    if (k > 0) then
      block
        integer, parameter :: wide = 2
        complex :: z(wide, length[k])
        z = 0
        if (size(z) /= 2*k) error stop 'procedure'
      end block
    end if
  end subroutine
end program
