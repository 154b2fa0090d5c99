program corank
  implicit none
  real :: u(0:9, 4)[2,*], plain(3)
  integer :: me
  me = this_image()
  u(1,:)[me-1] = u(2,:)
  plain(1)[2] = 0
  u(1,1)[1,(1.5,0)] = 1
end program
