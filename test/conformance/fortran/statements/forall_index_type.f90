! conformance: images=1,2,3,5
! feature: coindexed in where and forall
program p
  implicit none
  integer :: a(6)[*], b(6), j
  j = -7
  a = this_image()
  sync all
  forall (integer :: j = 1:6, mod(j,2)==0) b(j) = a(j)[num_images()]*j
  forall (integer(8) :: k = 1:6:2)
    b(k) = int(k)
  end forall
  if (j /= -7) error stop 1
  if (any(b(2:6:2) /= num_images()*[2,4,6]) .or. any(b(1:5:2) /= [1,3,5])) error stop 2
  if (this_image() > 0) forall (integer :: j=1:2) b(j) = 9
  if (any(b(1:2) /= 9)) error stop 3
  if (this_image()==1) print '(a)','PASS'
end
