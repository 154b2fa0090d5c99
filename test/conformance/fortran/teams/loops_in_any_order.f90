! conformance: images=1,2,3,5
! feature: teams in any order of images
! Loops in a team whose images are at no constant distance: what they reach by two addresses is one object all the same.
program loops_in_any_order
  use iso_fortran_env
  implicit none
  integer, parameter :: n = 100
  integer :: a(n)[*], b(0:n)[*], s[*]
  integer, allocatable :: c(:,:)[:]
  type(team_type) :: t
  integer :: me, index
  me = this_image()
  allocate (c(n, 3)[*])
  index = me
  if (num_images() > 2 .and. me <= 3) index = merge(1, 5 - me, me == 1) ! 1 3 2 4 5
  form team (1, t, new_index=index)
  change team (t)
    call loops
    call dummies(a, b)
  end team
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine loops
    integer :: i, k, m, total, np
    np = num_images(); m = this_image()
    k = mod(m, np) + 1
    a = m; b = 0; s = m
    sync all
    do i = 2, n                         ! a recurrence through this image's own index
      a(i) = a(i - 1)[m] + 1
    end do
    if (any(a /= [(m + i - 1, i=1,n)])) error stop 'recurrence, get'
    do i = 1, n
      b(i)[m] = b(i - 1) + 2
    end do
    if (any(b /= [(2*i, i=0,n)])) error stop 'recurrence, put'
    do i = 2, n                         ! and where nobody can see that it is its own
      a(i)[1 + mod(m + np*i - 1, np)] = a(i - 1)[m] - 1
    end do
    if (any(a /= [(m - i + 1, i=1,n)])) error stop 'recurrence, index that varies'
    do i = 2, n
      a(i)[m] = a(i - 1)[1 + mod(m + np*i - 1, np)] + 3
    end do
    if (any(a /= [(m + 3*(i - 1), i=1,n)])) error stop 'recurrence, two images'
    sync all
    do i = 1, n                         ! another image's
      c(i, 1) = a(i)[k]
      c(i, 2)[k] = i*m
    end do
    total = 0
    do i = 1, np
      total = total + s[i]
    end do
    if (total /= np*(np + 1)/2) error stop 'sum over images'
    if (any(c(:, 1) /= [(k + 3*(i - 1), i=1,n)])) error stop 'get'
    sync all
    k = 1 + mod(m + np - 2, np)
    if (any(c(:, 2) /= [(i*k, i=1,n)])) error stop 'put'
    do i = 1, 3
      c(:, i) = i
    end do
    do i = 2, 3                         ! sections
      c(2:n, i) = c(1:n - 1, i)[m] + c(2:n, i - 1)[m]
    end do
    if (any(c(2:, 2) /= 3) .or. any(c(2:, 3) /= 6)) error stop 'sections'
    sync all
  end subroutine
  subroutine dummies(x, y)
    integer, intent(inout) :: x(:)[*], y(0:*)[*]
    integer :: i, m
    m = this_image()
    x = 1
    do i = 2, n
      x(i) = x(i - 1)[m] + 1
      y(i)[m] = x(i)
    end do
    if (any(x /= [(i, i=1,n)]) .or. any(y(2:n) /= [(i, i=2,n)])) error stop 'dummies'
    sync all
  end subroutine
end program
