! Collective subroutines: kinds, shapes, sections, sizes, result images, and kinds after each other.
module ops
  implicit none
  type :: pair
     integer :: key, image
  end type pair
contains
  pure integer function product_i(a, b) result(r)
    integer, intent(in) :: a, b
    r = a*b
  end function product_i
  pure real(8) function larger(a, b) result(r)
    real(8), intent(in) :: a, b
    r = max(a, b)
  end function larger
  pure complex(8) function times(a, b) result(r)
    complex(8), intent(in) :: a, b
    r = a*b
  end function times
  pure logical function both(a, b) result(r)
    logical, intent(in) :: a, b
    r = a .and. b
  end function both
  subroutine best(a, b, r)
    type(pair), intent(in) :: a, b
    type(pair), intent(out) :: r
    r = a
    if (b%key > a%key) r = b
  end subroutine best
end module ops

program collectives
  use coral_rt, every => coral_all_images
  use ops
  use, intrinsic :: iso_c_binding, only: c_funloc
  implicit none
  character(*), parameter :: f = 'collectives.f90'
  integer, parameter :: i16 = selected_int_kind(30)
  integer, parameter :: rk = max(selected_real_kind(30), selected_real_kind(18)) ! 16, or 10 where the compiler has no more
  integer(1) :: i1
  integer(2) :: i2
  integer :: i4, me, num, k, t, many(7), stat
  integer(8) :: i8
  integer(i16) :: ib
  real(4) :: r4
  real(8) :: r8, matrix(6, 5), first
  real(rk) :: rq
  real(rk), parameter :: little = 64*epsilon(rq)
  complex(4) :: c4
  complex(8) :: c8
  logical :: l4
  character(7) :: word, words(30)
  character(kind=1, len=200) :: long
  real(8), allocatable :: large(:), sheet(:,:)
  integer, allocatable :: ints(:)
  type(pair) :: p, ps(3), wide(40)
  me = coral_me; num = coral_num
  t = num*(num + 1)/2
  do k = 1, 20
     i4 = me; call coral_co_sum(i4, every, 1, f); call check(i4 == t, 'integer(4)')
     i4 = me; call coral_co_max(i4, every, 1, f); call check(i4 == num, 'max')
     i4 = me + k; call coral_co_broadcast(i4, mod(k, num) + 1, 1, f); call check(i4 == mod(k, num) + 1 + k, 'broadcast')
     i4 = me; call coral_co_min(i4, mod(k, num) + 1, 1, f)
     call check(i4 == merge(1, me, me == mod(k, num) + 1), 'min with result_image')
  end do
  i1 = 1_1; call coral_co_sum(i1, every, 1, f); call check(i1 == num, 'integer(1)')
  i2 = int(me, 2); call coral_co_sum(i2, every, 1, f); call check(i2 == t, 'integer(2)')
  i8 = 2_8**40*me; call coral_co_sum(i8, every, 1, f); call check(i8 == 2_8**40*t, 'integer(8)')
  ib = 10_i16**25*me; call coral_co_sum(ib, every, 1, f); call check(ib == 10_i16**25*t, 'integer(16)')
  ib = -me; call coral_co_min(ib, every, 1, f); call check(ib == -num, 'integer(16), min')
  r4 = me; call coral_co_sum(r4, every, 1, f); call check(r4 == t, 'real(4)')
  rq = me*little; call coral_co_max(rq, every, 1, f); call check(rq == num*little, 'real, widest kind')
  rq = 1 + me*little; call coral_co_sum(rq, every, 1, f); call check(abs(rq - num - t*little) < little/2, 'real, widest kind, sum')
  c4 = (1.0, 2.0); call coral_co_sum(c4, every, 1, f); call check(c4 == num*(1.0, 2.0), 'complex(4)')
  c8 = (1d0, -1d0)*me; call coral_co_sum(c8, every, 1, f); call check(c8 == t*(1d0, -1d0), 'complex(8)')
  r8 = 1d0/me
  first = r8
  call coral_co_sum(r8, every, 1, f)
  first = r8                                          ! bitwise equal on all images
  call coral_co_broadcast(first, 1, 1, f)
  call check(transfer(first, 1_8) == transfer(r8, 1_8), 'the same bits on all images')

  word = char(64 + me) // 'bc'
  call coral_co_max(word, every, 1, f); call check(word == char(64 + num) // 'bc', 'character max')
  words = 'image ' // char(48 + mod(me, 10))
  if (num < 10) then
     call coral_co_min(words, every, 1, f); call check(all(words == 'image 1'), 'character array min')
  end if
  long = repeat(char(96 + mod(me, 26)), 200)
  call coral_co_broadcast(long, num, 1, f); call check(long == repeat(char(96 + mod(num, 26)), 200), 'long character')

  many = me
  many(2:6:2) = -me
  call coral_co_sum(many(2:6:2), every, 1, f)
  call check(all(many == [me, -t, me, -t, me, -t, me]), 'section with stride')
  matrix = me
  call coral_co_sum(matrix(2:5, 1:5:2), every, 1, f)
  call check(all(matrix(2:5, 1:5:2) == t) .and. all(matrix(1, :) == me) .and. all(matrix(:, 2) == me), 'section of a matrix')
  matrix = me
  call coral_co_max(matrix(6:1:-1, :), 1, 1, f)
  call check(all(matrix == merge(num, me, me == 1)), 'backwards')

  allocate (large(200000), sheet(700, 300), ints(100003))
  large = [(me*dble(k), k = 1, size(large))]
  call coral_co_sum(large, every, 1, f)
  call check(all(large == [(t*dble(k), k = 1, size(large))]), 'large sum')
  sheet = me
  call coral_co_broadcast(sheet(1:699:2, :), num, 1, f)
  call check(all(sheet(1:699:2, :) == num) .and. all(sheet(2:700:2, :) == me), 'large broadcast of a section')
  ints = me
  call coral_co_max(ints, num, 1, f)
  call check(all(ints == merge(num, me, me == num)), 'large max with result_image')
  call coral_co_sum(ints(1:0), every, 1, f)               ! nothing

  i4 = 2; call coral_co_reduce(i4, c_funloc(product_i), every, 1, f); call check(i4 == 2**num, 'co_reduce integer')
  r8 = -me; call coral_co_reduce(r8, c_funloc(larger), every, 1, f); call check(r8 == -1, 'co_reduce real')
  c8 = (0d0, 1d0); call coral_co_reduce(c8, c_funloc(times), every, 1, f); call check(c8 == (0d0, 1d0)**num, 'co_reduce complex')
  l4 = me /= num; call coral_co_reduce(l4, c_funloc(both), every, 1, f); call check(.not. l4, 'co_reduce logical')
  ints = 1; ints(5) = 2
  call coral_co_reduce(ints, c_funloc(product_i), every, 1, f)
  call check(all(ints == [(merge(2**num, 1, k == 5), k = 1, size(ints))]), 'co_reduce large')
  p = pair(mod(me*7, 11), me)
  call coral_co_reduce_by(p, c_funloc(best), every, 1, f)
  call check(p%key == maxval([(mod(k*7, 11), k = 1, num)]), 'co_reduce of a derived type')
  do k = 1, 40
     wide(k) = pair(mod(me*k, 13), me)
  end do
  call coral_co_reduce_by(wide, c_funloc(best), every, 1, f)
  call check(all(wide%key == [(maxval([(mod(i4*k, 13), i4 = 1, num)]), k = 1, 40)]), 'co_reduce of an array of derived type')
  ps = pair(me, me)
  call coral_co_broadcast(ps, 1, 1, f)
  call check(all(ps%key == 1), 'broadcast of derived type')
  call coral_co_sum(p, every, 1, f, stat=stat)
  call check(stat /= 0, 'no sum of derived type')
  call coral_co_sum(i4, num + 1, 1, f, stat=stat)
  call check(stat /= 0, 'no such result_image')
  call coral_sync_all(1, f)
  if (me == 1) print '(a)', 'PASS'
  call coral_end()
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (.not. ok) call coral_error_stop('FAIL: ' // what)
  end subroutine check
end program collectives
