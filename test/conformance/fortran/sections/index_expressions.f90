! conformance: images=1,2,3,5
! feature: coindexed reference, scalar
! Subscripts and cosubscripts as expressions of every integer kind, with function references and nested brackets.
program index_expressions
  use iso_fortran_env, only: int8, int16, int64
  implicit none
  integer :: a(0:7, 3)[0:1, *], idx(3), me, n, k
  integer(int8) :: k1
  integer(int16) :: i2
  integer(int64) :: i8, k8
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  a = spread([10, 20, 30], 1, 8) + 100 * me
  a(5, 2) = -me
  idx = [5, 2, 7]
  k1 = int(mod(k - 1, 2), int8); i2 = 5; i8 = 2; k8 = (k + 1) / 2
  sync all
  call check('kinds', a(i2, i8)[k1, k8], -k)
  call check('expressions', a(idx(1), idx(2))[mod(k - 1, 2), (k - 1) / 2 + 1], -k)
  call check('functions', a(max(5, int(i8)), index('ab', 'b'))[iand(k - 1, 1), ishft(k + 1, -1)], -k)
  call check('nested', a(idx(idx(2) / 2), ubound(idx, 1) - 1)[modulo((k - 1), (1 + 1)), ((k + 1) / 2)], -k)
  call check('array constructor as subscript', sum(a([5, 6], [2, 3])[k1, k8]), 300 * k - k + 30 + 30 + 20)
  call check('this_image in a cosubscript', a(0, 1)[this_image(a, 1), this_image(a, 2)], 100 * me + 10)
  call check('image_index round trip', a(7, 3)[mod(image_index(a, [int(k1), int(k8)]) - 1, 2), k8], 100 * k + 30)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program index_expressions
