! conformance: images=1,2,3,5
! feature: collectives over arrays of any rank
program array_ranks
  implicit none
  integer :: a(3, 2, 2, 2), s(12), me, n, i, t
  double precision, allocatable :: x(:, :), y(:)
  me = this_image(); n = num_images(); t = n * (n + 1) / 2
  a = reshape([(i * me, i = 1, 24)], shape(a))
  s = [(i * me, i = 1, 12)]
  allocate (x(0:100, 20), y(50000))
  x = me; y = [(dble(i) / me, i = 1, 50000)]
  call co_sum(a)
  call check('rank 4', a(3, 2, 2, 2), 24 * t)
  call check('rank 4, first', a(1, 1, 1, 1), t)
  call co_sum(s(2:12:5))                           ! a section with a stride
  call check('in the section', s(7), 7 * t)
  call check('outside', s(8), 8 * me)
  call co_max(s(12:1:-11))
  call check('negative stride', s(1), n)
  a = me
  call co_sum(a(2, :, 1, :))
  call check('plane', a(2, 2, 1, 2), t)
  call check('outside the plane', a(2, 2, 2, 2), me)
  call co_sum(x)
  call check('allocatable', nint(x(100, 20)), t)
  call co_max(y)
  call check('large', nint(y(50000)), 50000)
  call co_broadcast(x(50, :), 1)
  call co_min(y(1:0))                              ! nothing
  call co_sum(a(3, 2, 2, 2))                       ! an element
  call check('element', a(3, 2, 2, 2), t)
  call in_procedure(a(:, 1, 1, 1), 3)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine in_procedure(v, m)
    integer, intent(in) :: m
    integer, intent(inout) :: v(m)
    integer :: w(m)
    w = me
    call co_sum(w)
    call check('automatic array', w(m), t)
    call co_max(v)
    call check('dummy', v(1), n)
  end subroutine in_procedure
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program array_ranks
