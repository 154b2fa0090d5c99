! conformance: images=1,2,3,5,8
! feature: components of coindexed objects in whole programs
! Loops over images, elements and components, with steps, conditions, CYCLE to an outer loop, DO WHILE.
program p
  implicit none
  type t
    integer, allocatable :: v(:), w(:, :)
    integer, pointer :: q(:) => null()
    character(4), allocatable :: s(:)
  end type
  type s
    type(t) :: t(2)
    integer :: n
  end type
  type(s) :: x(0:2)[2, *]
  integer :: me, n, i, j, k, a, b, total, e, want
  integer, target, save :: z(5)
  me = this_image(); n = num_images()
  z = me
  do e = 0, 2
    x(e)%n = 3 + e
    do j = 1, 2
      allocate (x(e)%t(j)%v(x(e)%n), x(e)%t(j)%w(2, x(e)%n), x(e)%t(j)%s(2))
      x(e)%t(j)%v = me + e
      x(e)%t(j)%w = me * j
      x(e)%t(j)%q => z(1:5:2)
      x(e)%t(j)%s = ['abcd', 'efgh']
    end do
  end do
  sync all
  total = 0; want = 0
  outer: do k = 1, n
    a = mod(k - 1, 2) + 1; b = (k - 1) / 2 + 1
    do e = 0, 2
      do j = 2, 1, -1
        do i = 1, x(e)[a, b]%n
          total = total + x(e)[a, b]%t(j)%v(i) + x(e)[a, b]%t(j)%w(1, i)
          if (i > 3) cycle outer
        end do
        i = 1
        do while (i <= 3)
          total = total + x(e)[a, b]%t(j)%q(i)
          i = i + 1
        end do
        if (x(e)[a, b]%t(j)%s(2) /= 'efgh') error stop 'FAIL s'
      end do
    end do
  end do outer
  do k = 1, n
    want = want + 3 * k + 3 * 2 * k + 3 * k          ! e=0, j=2
    want = want + 3 * k + 3 * k + 3 * k              ! e=0, j=1
    want = want + 4 * (k + 1) + 4 * 2 * k            ! e=1, j=2 until i=4
  end do
  if (total /= want) then
    print *, total, want
    error stop 'FAIL total'
  end if
  sync all
  do k = 1, n
    a = mod(k - 1, 2) + 1; b = (k - 1) / 2 + 1
    if (k == me) then
      do i = 1, 3
        x(0)[a, b]%t(1)%v(i) = 100
      end do
    end if
  end do
  if (any(x(0)%t(1)%v(:) /= 100)) error stop 'FAIL put'
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
end program
