! conformance: images=1,2,3,5,8
! feature: this_image, num_images
program this_image_forms
  implicit none
  integer :: a[0:*], b(5)[2, 3:*]
  integer, allocatable :: c[:, :, :]
  integer :: me, n, co(2), co3(3)
  me = this_image(); n = num_images()
  allocate (c[2, -1:0, *])
  call check('a', this_image(a, 1), me - 1)
  call check('a as a vector', sum(this_image(a)), me - 1)
  co = this_image(b)
  call check('b(1)', co(1), mod(me - 1, 2) + 1)
  call check('b(2)', co(2), (me - 1) / 2 + 3)
  call check('b, dim 1', this_image(b, 1), co(1))
  call check('b, dim 2', this_image(coarray=b, dim=2), co(2))
  co3 = this_image(c)
  call check('c(1)', co3(1), mod(me - 1, 2) + 1)
  call check('c(2)', co3(2), mod((me - 1) / 2, 2) - 1)
  call check('c(3)', co3(3), (me - 1) / 4 + 1)
  call check('c, dim 3', this_image(c, dim=3), co3(3))
  call check('image_index of this_image', image_index(c, this_image(c)), me)
  call check('size of the result', size(this_image(b)), 2)
  call check('in an expression', this_image() + num_images() * 100, me + 100 * n)
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
end program this_image_forms
