! conformance: images=1,2,3,5
! feature: integer of every kind
program integer_kinds
  use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64
  implicit none
  integer(int8) :: a[*], av(5)[*]
  integer(int16) :: b[*], bv(5)[*]
  integer(int32) :: c[*], cv(5)[*]
  integer(int64) :: d[*], dv(5)[*]
  integer :: me, n, right, left, i
  me = this_image(); n = num_images()
  right = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  a[right] = int(-100 - me, int8)
  b[right] = int(-30000 - me, int16)
  c[right] = -2000000000 - me
  d[right] = -9000000000000000000_int64 - me
  av(2:4)[right] = [integer(int8) :: 125, 126, me]
  bv(:)[right] = [(int(i * me, int16), i = 1, 5)]
  cv(5:1:-1)[right] = [(i * me, i = 1, 5)]
  dv(1:5:2)[right] = [(int(i, int64) * 10000000000_int64 + me, i = 1, 3)]
  sync all
  call eq('int8', int(a, int64), -100_int64 - left)
  call eq('int16', int(b, int64), -30000_int64 - left)
  call eq('int32', int(c, int64), -2000000000_int64 - left)
  call eq('int64', d, -9000000000000000000_int64 - left)
  call eq('int8 array', int(av(3), int64), 126_int64)
  call eq('int8 array', int(av(4), int64), int(left, int64))
  call eq('int16 array from me', int(bv(4)[me], int64), 4_int64 * left)
  call eq('int32 array reversed', int(cv(5), int64), int(left, int64))
  call eq('int64 array strided', dv(3), 20000000000_int64 + left)
  call eq('get int8', int(av(4)[right], int64), int(me, int64))
  call eq('get int64', dv(5)[right], 30000000000_int64 + me)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine eq(what, got, want)
    character(*), intent(in) :: what
    integer(int64), intent(in) :: got, want
    if (got /= want) then
      print *, 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine eq
end program integer_kinds
