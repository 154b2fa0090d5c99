! conformance: images=1,2,3,5,8
! feature: image_index
program image_index_test
  implicit none
  integer :: a[*], b(4)[0:1, 5:*], c[2, 2, *]
  integer :: n, k, co(2), zero
  n = num_images(); zero = 0
  do k = 1, n
    call check('a', image_index(a, [k]), k)
    co = [mod(k - 1, 2), (k - 1) / 2 + 5]
    call check('b', image_index(b, co), k)
    call check('c', image_index(c, [mod(k - 1, 2) + 1, mod((k - 1) / 2, 2) + 1, (k - 1) / 4 + 1]), k)
  end do
  call check('beyond the last image', image_index(a, [n + 1]), 0)
  call check('zero', image_index(a, [zero]), 0)
  call check('below a lower cobound', image_index(b, [zero - 1, 5]), 0)
  call check('above an upper cobound', image_index(b, [zero + 2, 5]), 0)
  call check('below in the last codimension', image_index(b, [0, zero + 4]), 0)
  call check('beyond in the last codimension', image_index(c, [1, 1, (n + 3) / 4 + 1]), 0)
  if (mod(n, 2) == 1) call check('hole at the end', image_index(b, [1, (n - 1) / 2 + 5]), 0)
  call check('expression', b_value(image_index(b, [0, 5])), 1)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  integer function b_value(i)
    integer, intent(in) :: i
    b_value = i
  end function b_value
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program image_index_test
