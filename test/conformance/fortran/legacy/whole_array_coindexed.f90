! conformance: images=1,2,3
! feature: pre-standard usage
! Cray and Omni let a[k] stand for the whole of a coindexed array.
program whole_array_coindexed
  implicit none
  integer :: a(5)[*], b(5), m(2, 2)[*], me, n, k, i
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  a = [(10 * me + i, i = 1, 5)]; m = me
  sync all
  b = a[k]
  call check('get', b(5), 10 * k + 5)
  call check('expression', sum(a[k] + m(1, 1)[k]), 50 * k + 15 + 5 * k)
  sync all
  m[k] = 7 * me
  a[k] = b(5:1:-1)
  sync all
  call check('put', m(2, 2), 7 * (modulo(me - 2, n) + 1))
  call check('put array', a(1), 10 * me + 5)
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
end program whole_array_coindexed
