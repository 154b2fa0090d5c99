! conformance: images=1,2,3
! feature: default integers of 8 bytes
! Cosubscripts as an array in an expression, optimized.
! build-args: -fdefault-integer-8 -O2
program p
  implicit none
  integer :: a[0:*], b(5)[2, 3:*]
  integer, allocatable :: c[:, :, :]
  integer :: me, co(2)
  me = this_image()
  allocate (c[2, -1:0, *])
  call check('corank 1', sum(this_image(a)), me - 1)
  call check('corank 2', dot_product(this_image(b), [1, 10]), mod(me - 1, 2) + 1 + &
    10*((me - 1)/2 + 3))
  co = this_image(b) + [1, 2]
  call check('elements', sum(co), mod(me - 1, 2) + (me - 1)/2 + 7)
  call check('corank 3', product(this_image(c) + 3), (mod(me - 1, 2) + 4)* &
    (mod((me - 1)/2, 2) + 2)*((me - 1)/4 + 4))
  call check('image', image_index(b, this_image(b)), me)
  call check('size', size(this_image(c)), 3)
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got
      error stop 1
    end if
  end subroutine
end program
