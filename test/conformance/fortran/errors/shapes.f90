! feature: diagnostics: coindexed objects
! Shapes that declarations and subscripts tell must agree (F2018 10.2.1.2); what they do not tell is none of the translator's business.
program shapes
  implicit none
  integer, parameter :: n = 10
  integer :: i, k, x(n)[*], y(0:4), z(2, 3)[*], v(3)
  integer, allocatable :: a(:)
  character(8) :: c(2)[*]
  integer :: mesh[2, 0:*], me(2)
  ! expect-error: 3 elements in dimension 1, the left side has 10
  x(:)[1] = [1, 2, 3]
  ! expect-error: 5 elements
  x(10:1:-1)[1] = y
  ! expect-error: 4 elements
  v = x([1, 2, 3, 4])[1]
  ! expect-error: dimension 2
  z(:, :)[2] = z(:, 1:2)
  ! expect-error: 5 elements
  v = x(1:3)[1] + 2*y
  ! expect-error: this has 2 elements in dimension 1, the left side has 3
  v = this_image(mesh)
  ! expect-error: this has 2 elements in dimension 1, the left side has 1
  me(1:1) = this_image(coarray=mesh)
  me = this_image(mesh)
  v(2:3) = this_image(mesh)
  v = this_image(mesh, 2)
  v = this_image()
  a = this_image(mesh)
  ! expect-error: subscripts stand before an image selector
  x[1](3) = 4
  ! expect-error: subscripts stand before an image selector
  c[2](1) = 'x'
  k = 3
  x(1:5)[1] = y
  x(1:n:2)[1] = y
  x(1:0)[1] = y(3:2)
  v = x([1, 2, 3])[1]
  z(1, :)[2] = v + x(2:4)[2]
  v = z(2, :)[1]*y(:2)
  v(1:k) = x(1:k)[1]
  x(2:3)[1] = [(i, i = 1, 2)]
  x(:)[2] = 0
  a = x(:)[2]
  a = x(2:5)[2]
  c(1)[2](3:4) = 'ab'
  c(2)[1] (:1) = c(1)(3:3)
end program shapes
