program remote
  integer, parameter :: n = 100
  real :: a(n)[*], c(n)
  integer :: p, j
  p = num_images()
  do j = 1, n
    c(j) = a(j)[p]
  end do
  c(:) = 2*a(:)[p]
  a(1)[p] = c(2)
end program
