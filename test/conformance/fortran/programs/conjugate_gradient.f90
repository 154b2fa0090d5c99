! conformance: images=1,2,3,5,8
! feature: whole programs
! Conjugate gradients for a tridiagonal system in block rows: gets for the matrix product, co_sum for the scalar products.
program conjugate_gradient
  implicit none
  integer, parameter :: dp = kind(1d0), per = 7
  real(dp) :: p(per)[*], x(per), r(per), q(per), b(per), alpha, rho, rho_old
  integer :: me, n, it, i
  me = this_image(); n = num_images()
  x = 0
  ! the right-hand side for which the solution is 1, 2, 3, ...
  b = [(2.5_dp * exact(i) - exact(i - 1) - exact(i + 1), i = (me - 1) * per + 1, me * per)]
  if (me == n) b(per) = b(per) + exact(n * per + 1)
  r = b; p = r
  rho = dot(r, r)
  do it = 1, 200
    sync all
    q = 2.5_dp * p
    q(2:) = q(2:) - p(:per - 1)
    q(:per - 1) = q(:per - 1) - p(2:)
    if (me > 1) q(1) = q(1) - p(per)[me - 1]
    if (me < n) q(per) = q(per) - p(1)[me + 1]
    alpha = rho / dot(p, q)
    x = x + alpha * p
    r = r - alpha * q
    rho_old = rho
    rho = dot(r, r)
    if (rho < 1e-24_dp) exit
    sync all
    p = r + (rho / rho_old) * p
  end do
  do i = 1, per
    if (abs(x(i) - exact((me - 1) * per + i)) > 1e-9_dp) then
      print *, 'FAIL: x', i, 'expected', exact((me - 1) * per + i), 'got', x(i), 'after', it, 'image', me
      error stop 1
    end if
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  pure real(dp) function exact(i)
    integer, intent(in) :: i
    exact = i
  end function exact
  real(dp) function dot(u, v)
    real(dp), intent(in) :: u(:), v(:)
    dot = dot_product(u, v)
    call co_sum(dot)
  end function dot
end program conjugate_gradient
