! conformance: images=2,3
! feature: CO_SUM
! Subscripts of what a collective subroutine defines, and its other arguments, may refer to
! coindexed objects. Only the argument itself must not be one (F2018 16.9.46 to 16.9.50).
program coindexed_subscripts
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  type :: part
    integer, allocatable :: v(:)
    integer :: n = 0
  end type
  type :: coarray_part
    integer, allocatable :: c(:)[:]
  end type
  integer, save :: y(0:4)[*], ix(5)[*], st(5)[*]
  integer, allocatable :: z(:), c(:)[:]
  type(part), save :: p(3)[*]
  type(coarray_part), save :: h(2)
  character(4), save :: words(2)[*]
  integer :: k, me, n
  me = this_image(); n = num_images(); k = 2
  y = me; ix = [1, 2, 3, 4, 5]; st = -1
  allocate (z(5), c(2)[*]); z = 10*me; c = 7 + me
  p(2)%v = [me, 2*me]
  words = achar(96 + me)
  if (me == 1) ix = [5, 4, 3, 2, 1]
  sync all

  call co_broadcast(y(ix(k)[same(1)] - 1), source_image=ix(4)[1])
  if (y(3) /= 2 .or. sum(y) /= 4*me + 2) error stop 'co_broadcast'
  call co_sum(z(ix(k)[same(1)]))
  if (z(4) /= 5*n*(n + 1) .or. z(5) /= 10*me) error stop 'co_sum'
  z = 10*me
  call co_sum(z(ix(4)[1]:ix(1)[1]:k), stat=st(ix(4)[1]))
  if (any(z([2, 4]) /= 5*n*(n + 1)) .or. any(z([1, 3, 5]) /= 10*me)) error stop 'section'
  if (st(2) /= 0 .or. st(1) /= -1) error stop 'status'
  z = 10*me
  call co_max(z(ix(3)[2]:), result_image=ix(4)[1])
  if (me == 2 .and. any(z(3:) /= 10*n)) error stop 'co_max'
  z = me
  k = 2
  call co_reduce(z(ix(3)[k]), sum_of)
  if (z(3) /= n*(n + 1)/2) error stop 'co_reduce'
  call co_broadcast(p(ix(2)[2]), 2)
  if (any(p(2)%v /= [2, 4])) error stop 'structure'
  p%n = me
  call co_sum(p(ix(3)[1]:ix(5)[1]:-1)%n)
  if (any(p(1:3)%n /= n*(n + 1)/2)) error stop 'components'
  call co_broadcast(words(ix(5)[1])(ix(1)[2]:2), source_image=2)
  if (words(1)(1:2) /= 'b ' .and. n > 0) error stop 'substring'
  allocate (h(2)%c(2)[*])
  sync all
  call move_alloc(c, h(ix(4)[1])%c)
  if (any(h(2)%c(:)[n] /= 7 + n)) error stop 'move_alloc'
  if (ucobound(h(ix(4)[1])%c, 1) /= n .or. this_image(h(ix(2)[2])%c, 1) /= me) error stop 'cobounds'
  if (image_index(h(ix(4)[1])%c, [ix(4)[1]]) /= 2) error stop 'image_index'
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  pure integer function same(i)
    integer, intent(in) :: i
    same = i
  end function
  pure integer function sum_of(i, j) result(s)
    integer, intent(in) :: i, j
    s = i + j
  end function
end program
