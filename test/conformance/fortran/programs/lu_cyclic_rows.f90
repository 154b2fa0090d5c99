! conformance: images=1,3,4,6
! feature: whole programs
! LU decomposition with pivoting: rows are dealt out in turns, and lie in components of a coarray.
module matrix
  implicit none
  integer, parameter :: dp = kind(1d0)
  type :: rows
    integer :: n = 0
    integer, allocatable :: global(:)
    real(dp), allocatable :: a(:,:)
  contains
    procedure :: local => local_row
  end type
  type(rows) :: m[*]
contains
  pure integer function local_row(this, g) result(l)
    class(rows), intent(in) :: this
    integer, intent(in) :: g
    integer :: i
    l = 0
    do i = 1, size(this%global)
      if (this%global(i) == g) then
        l = i
        return
      end if
    end do
  end function
  pure integer function owner(g)
    integer, intent(in) :: g
    owner = mod(g-1, num_images()) + 1
  end function
  elemental real(dp) function element(i, j, n)
    integer, intent(in) :: i, j, n
    element = 1.0_dp/(1 + abs(i-j)) + merge(real(mod(i*7+j*3, 11), dp)/n, 0.0_dp, i /= j)
  end function
end module
program lu
  use matrix
  implicit none
  integer :: n, i, j, k, p, me, np, g, best
  real(dp), allocatable :: row(:), b(:), x(:), full(:,:), r(:)
  real(dp) :: pivot[*], f, err
  integer :: where_[*]
  integer, allocatable :: perm(:)
  n = 37; me = this_image(); np = num_images()
  m%global = [(g, g = me, n, np)]
  m%n = size(m%global)
  allocate(m%a(n+1, max(m%n,1)))
  do concurrent (i = 1:m%n)
    m%a(1:n, i) = element(m%global(i), [(j, j = 1, n)], n)
  end do
  do i = 1, m%n
    m%a(n+1, i) = m%global(i)
  end do
  perm = [(g, g = 1, n)]
  sync all
  do k = 1, n
    pivot = -1; where_ = 0
    do i = k, n
      g = perm(i)
      if (owner(g) /= me) cycle
      associate (l => m%local(g))
        if (abs(m%a(k, l)) > pivot) then
          pivot = abs(m%a(k, l)); where_ = i
        end if
      end associate
    end do
    sync all
    best = 1
    do p = 2, np
      if (pivot[p] > pivot[best]) best = p
    end do
    i = where_[best]
    sync all
    perm([k, i]) = perm([i, k])
    p = owner(perm(k))
    row = m[p]%a(:, (perm(k)-1)/np+1)
    do i = k+1, n
      if (owner(perm(i)) /= me) cycle
      j = m%local(perm(i))
      f = m%a(k, j)/row(k)
      m%a(k:, j) = m%a(k:, j) - f*row(k:)
      m%a(k, j) = f
    end do
    sync all
  end do
  allocate(x(n), source=0.0_dp)
  do k = n, 1, -1
    associate (q => (m[owner(perm(k))]%a(:, (perm(k)-1)/np+1)))
      x(k) = (q(n+1) - dot_product(q(k+1:n), x(k+1:n)))/q(k)
    end associate
  end do
  allocate(full(n,n))
  do i = 1, n
    full(i,:) = element(i, [(j, j=1,n)], n)
  end do
  r = matmul(full, x) - [(real(i,dp), i=1,n)]
  err = maxval(abs(r))
  call co_max(err)
  if (err > 1d-9) then
    print *, 'FAIL', err
    error stop
  end if
  if (me == 1) print '(a)', 'PASS'
end program
