! conformance: images=1,2,3
! feature: coindexed reference, array
! build-args: -O3
! Loops in which iterations depend on each other, some only if an image index is that of this image, beside loops in which they do not: a back end that is
! told that iterations are independent must be told so of the latter only. Each is compared with what it has to give. Image 1 alone works. 96 iterations, as many loops have
! here, gfortran vectorises at -O2 too, since their number is known.
module independent_data
  implicit none
  integer, parameter :: n = 97
  integer :: a(n)[*], b(n)[*], grid(4, n)[*]
  integer, target :: t(n)[*]
  integer, allocatable :: h(:)[:]
  integer :: w(n), list(n)
  type :: row
    integer :: v(n)
  end type
  type(row) :: r[*]
contains
  ! As it is before each loop, on all images.
  subroutine start()
    integer :: i, l
    do l = 1, num_images()
      a(:)[l] = [(i + 1000 * l, i = 1, n)]
      b(:)[l] = [(3 * i + 1000 * l, i = 1, n)]
      t(:)[l] = [(i + 1000 * l, i = 1, n)]
      h(:)[l] = [(i + 1000 * l, i = 1, n)]
      r[l]%v = [(i + 1000 * l, i = 1, n)]
      do i = 1, 4
        grid(i, :)[l] = t(:)[l]
      end do
    end do
    w = [(-i, i = 1, n)]
    list = [(1 + mod(7 * i, n), i = 1, n)]
  end subroutine

  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got(:), want(:)
    integer :: i
    do i = 1, size(got)
      if (got(i) /= want(i)) then
        print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', element ', i, ', expected ', want(i), ', got ', got(i)
        error stop 1
      end if
    end do
  end subroutine

  ! The dummy argument and the module's coarray are one coarray; what is defined is on another image.
  subroutine through_dummy(x, k)
    integer, intent(inout) :: x(n)[*]
    integer, intent(in) :: k
    integer :: i
    do i = 2, n
      x(i)[k] = a(i - 1)[k] + 2
    end do
  end subroutine

  subroutine shaped(x, y, k)
    integer, intent(inout) :: x(:)[*]
    integer, intent(out) :: y(:)
    integer, intent(in) :: k
    integer :: i
    do i = 1, size(y)
      y(i) = 2 * x(i)[k]
    end do
    y(1:2) = x(list(1:2))[k]
    y(3:size(y):2) = x(3:size(y):2)[k]
  end subroutine
end module

program independent_loops
  use independent_data
  implicit none
  allocate (h(n)[*])
  if (this_image() == 1) then
    call dependent(1)
    call dependent(num_images())
    call independent(1)
    call independent(num_images())
    print '(a)', 'PASS'
  end if
  sync all
contains
  subroutine dependent(k)
    integer, intent(in) :: k
    integer :: want(n), i
    integer, pointer :: p(:)

    call start() ! on this image only if k is this one
    do i = 2, n
      a(i) = a(i - 1)[k]
    end do
    want = [1001, (i - 1 + 1000 * k, i = 2, n)]
    if (k == 1) want = 1001
    call check('recurrence', a, want)

    call start() ! the same to the other image
    do i = 2, n
      a(i)[k] = a(i - 1)
    end do
    want = [1 + 1000 * k, (i - 1 + 1000, i = 2, n)]
    if (k == 1) want = 1001
    call check('recurrence, put', a(:)[k], want)

    call start() ! allocatable
    do i = 2, n
      h(i)[k] = h(i - 1)[k] + 2
    end do
    call check('recurrence, allocatable', h(:)[k], [(2 * i - 1 + 1000 * k, i = 1, n)])

    call start() ! several stores of one element: the last one counts
    do i = 1, 96
      a(1 + mod(i, 4))[k] = w(i)
    end do
    call check('scatter', a(1:4)[k], [-96, -93, -94, -95])
    call start()
    list = 1 + mod([(i, i = 1, n)], 3)
    do i = 1, 96
      a(list(i))[k] = a(list(i))[k] + 1
    end do
    call check('histogram', a(1:3)[k], [(i + 1000 * k + 32, i = 1, 3)])

    call start() ! two rows of one array
    do i = 2, n
      grid(1, i)[k] = grid(2, i - 1)[k] + 1
      grid(2, i)[k] = grid(1, i)[k] + 1
    end do
    call check('two rows', grid(2, :)[k], [(2 * i - 1 + 1000 * k, i = 1, n)])

    call start() ! what one statement defines on an image, the next reads here
    do i = 2, n
      a(i)[k] = b(i) + 5
      w(i) = a(i)
    end do
    want = [(merge(3 * i + 1005, i + 1000, k == 1), i = 1, n)]
    call check('two statements', w(2:), want(2:))

    call start() ! a pointer reaches what has TARGET
    p => t(1:n - 1)
    do i = 2, n
      t(i)[k] = p(i - 1) + 0 * a(i)[k]
    end do
    want = [1 + 1000 * k, (i - 1 + 1000, i = 2, n)]
    if (k == 1) want = 1001
    call check('pointer', t(:)[k], want)

    call start() ! a sum
    w(1) = 0
    do i = 2, n
      w(i) = w(i - 1) + a(i)[k]
    end do
    call check('sum', w, [((i * (i + 1)) / 2 - 1 + (i - 1) * 1000 * k, i = 1, n)])

    call start()
    call through_dummy(a, k)
    call check('dummy argument', a(:)[k], [(2 * i - 1 + 1000 * k, i = 1, n)])
  end subroutine

  subroutine independent(k)
    integer, intent(in) :: k
    integer :: want(n), i

    call start()
    do i = 2, n
      a(i) = a(i) + 2 * b(i)[k]
    end do
    call check('sum of two', a(2:), [(7 * i + 1000 + 2000 * k, i = 2, n)])
    call start()
    do i = 1, n
      a(i) = a(i)[k] - a(i)
    end do
    call check('two images', a, [(1000 * (k - 1), i = 1, n)])
    call start()
    do i = 1, n
      if (mod(list(i), 2) == 0) then
        w(i) = a(list(i))[k]
      else if (b(i)[k] > 1000 * k + n) then
        w(i) = r[k]%v(i)
      end if
    end do
    want = [(merge(list(i) + 1000 * k, merge(i + 1000 * k, -i, 3 * i > n), mod(list(i), 2) == 0), i = 1, n)]
    call check('conditions', w, want)

    call start() ! gathers as statements
    w(11:n) = h(list(1:n - 10))[k]
    call check('gather', w(11:), list(1:n - 10) + 1000 * k)
    call check('beside it', w(:10), [(-i, i = 1, 10)])
    w = r[k]%v(list)
    call check('gather, component', w, list + 1000 * k)
    w(5:4) = a(list(9:8))[k]
    want = reshape([list, list], [n])
    w(n:n) = grid(2, want(7:7))[k]
    call check('gather of one dimension', w(n:n), list(7:7) + 1000 * k)
    a(1:n) = a([(n + 1 - i, i = 1, n)])[k]
    call check('reversed', a, [(n + 1 - i + 1000 * k, i = 1, n)])

    call start() ! with gaps and without
    call shaped(a, w, k)
    call check('assumed shape', w, [8 + 1000 * k, 15 + 1000 * k, ((2 - mod(i, 2)) * (i + 1000 * k), i = 3, n)])
    call shaped(grid(3, :), w, k)
    call check('assumed shape with gaps', w, [8 + 1000 * k, 15 + 1000 * k, ((2 - mod(i, 2)) * (i + 1000 * k), i = 3, n)])
  end subroutine
end program
