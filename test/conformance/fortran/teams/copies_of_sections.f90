! conformance: images=1,2,3,5,8
! feature: sections of static coarrays inside teams
! Copies of every shape, put and got, where the current team is all images, a block of them, every second one, all in
! reverse order, and in an order without any rule: static coarrays are reached without their views there.
module fields
  implicit none
  real, save :: line(0:39)[*] = 0
  integer, save :: plane(6, -2:5)[*]
end module fields

program copies_of_sections
  use, intrinsic :: iso_fortran_env, only: team_type
  use fields
  implicit none
  type(team_type) :: t
  integer :: me, n, kind, k
  integer, allocatable :: order(:)

  me = this_image()
  n = num_images()
  call exchange('all images')
  do kind = 1, 4
    order = new_order(kind)
    if (kind == 1) then
      form team (merge(1, 2, 2 * me <= n), t)
    else if (kind == 2) then
      form team (mod(me, 2) + 1, t)
    else
      form team (1, t, new_index=findloc(order, me, dim=1))
    end if
    change team (t)
      call exchange('team of kind ' // achar(48 + kind))
      do k = 1, 3
        call exchange('again')
      end do
    end team
    call exchange('all images again')
  end do
  sync all
  if (me == 1) print '(a)', 'PASS'

contains

  ! Images in reverse order, or in one that is no arithmetic progression.
  function new_order(kind) result(list)
    integer, intent(in) :: kind
    integer, allocatable :: list(:)
    integer :: i

    list = [(i, i = 1, n)]
    if (kind == 3) list = list(n:1:-1)
    if (kind == 4 .and. n > 3) list = [list(3), list(1), list(n), list(2), list(4:n-1)]
  end function new_order

  subroutine exchange(where)
    character(len=*), intent(in) :: where
    integer :: right, left, here, i
    real :: r(20), s(40)
    integer :: p(6, 8), q(3, 4)

    here = this_image()
    right = mod(here, num_images()) + 1
    left = mod(here + num_images() - 2, num_images()) + 1
    sync all
    line = [(100 * here + i, i = 0, 39)]
    plane = reshape([(1000 * here + i, i = 1, 48)], shape(plane))
    sync all
    s = line(:)[right]
    call check(where, 'whole', all(nint(s) == [(100 * right + i, i = 0, 39)]))
    r(1:20) = line(0:38:2)[right]
    call check(where, 'stride', all(nint(r) == [(100 * right + i, i = 0, 38, 2)]))
    r(20:1:-1) = line(20:39)[left]
    call check(where, 'backwards', all(nint(r) == [(100 * left + i, i = 39, 20, -1)]))
    r(1:3) = line(7:9)[right]
    call check(where, 'three', all(nint(r(1:3)) == 100 * right + [7, 8, 9]))
    p = plane(:, :)[right]
    call check(where, 'plane', all(p == reshape([(1000 * right + i, i = 1, 48)], [6, 8])))
    q = plane(2:4, 0:3)[left]
    p(:3, :4) = reshape([((1000 * left + i + 6 * k, i = 14, 16), k = 0, 3)], [3, 4])
    call check(where, 'block', all(q == p(:3, :4)))
    q(1, :) = plane(5, -2:5:2)[right]
    call check(where, 'row', all(q(1, :) == [(1000 * right + 5 + 12 * i, i = 0, 3)]))
    sync all
    r(1:5) = -here
    line(0:4)[right] = r(1:5)
    line(5:13:4)[right] = r(1:3) - 1000
    plane(1:2, -2:1)[right] = reshape([(-i - 10 * here, i = 1, 8)], [2, 4])
    plane(3:6:3, 4)[left] = [here, 2 * here]
    sync all
    call check(where, 'put', all(nint(line(0:4)) == -left))
    call check(where, 'put with a stride', all(nint(line(5:13:4)) == -left - 1000))
    call check(where, 'left alone', all(nint(line([6, 7, 8, 10, 11, 12, 14])) == 100 * here + [6, 7, 8, 10, 11, 12, 14]))
    call check(where, 'put block', all(plane(1:2, -2:1) == reshape([(-i - 10 * left, i = 1, 8)], [2, 4])))
    call check(where, 'put into a column', all(plane(3:6:3, 4) == [right, 2 * right]))
    sync all
  end subroutine exchange

  subroutine check(where, what, good)
    character(len=*), intent(in) :: where, what
    logical, intent(in) :: good

    if (good) return
    print '(5a,i0)', 'FAIL: ', what, ', ', where, ', image ', me
    error stop 1
  end subroutine check
end program copies_of_sections
