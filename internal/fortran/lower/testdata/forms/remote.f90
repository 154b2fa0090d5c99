program remote
  integer, parameter :: n = 100
  real :: a(n)[*], c(n)
  integer :: p, j, word(4)[*]
  p = num_images()
  do j = 1, n
    c(j) = a(j)[p]
  end do
  c(:) = 2*a(:)[p]
  a(1)[p] = c(2)
  word(j)[p] = ieor(word(j)[p], iand(p, 1))
end program
