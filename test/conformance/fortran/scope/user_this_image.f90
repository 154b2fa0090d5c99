! conformance: images=1,2,3
! feature: names of intrinsics used for other things
module ring
  implicit none
  integer :: x[*], me, n
contains
  subroutine zero_based
    integer :: k
    k = mod(rank() + 1, num()) + 1
    if (x[k] /= mod(me, n) + 1) then
      print *, 'FAIL: expected', mod(me, n) + 1, 'got', x[k], 'image', me
      error stop 1
    end if
  contains
    integer function rank()
      rank = this_image(0) - 1                     ! the one below
    end function rank
    integer function this_image(offset)
      integer, intent(in) :: offset
      this_image = me + offset
    end function this_image
    integer function num() result(num_images)
      num_images = n
    end function num
  end subroutine zero_based
  subroutine look(image)
    integer, intent(in) :: image
    interface
      pure integer function num_images(j)
        integer, intent(in) :: j
      end function num_images
    end interface
    if (num_images(7) /= 70) error stop 'FAIL: an external function called num_images'
    if (x[image] /= image) error stop 'FAIL: x'
  end subroutine look
end module ring

program user_this_image
  use ring
  implicit none
  me = this_image(); n = num_images()
  x = me
  sync all
  call zero_based
  call look(n)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program user_this_image

pure integer function num_images(j)
  integer, intent(in) :: j
  num_images = 10 * j
end function num_images
