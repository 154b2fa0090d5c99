! conformance: images=1,2,3
! feature: coindexed objects in pure procedures
! PURE and ELEMENTAL procedures with coindexed references inside, DO CONCURRENT over images, masks, nested function results, host association at three levels
module field_m
  implicit none
  integer, parameter :: n = 6
  real(8) :: field(n, n)[*]
  type cell
    real(8) :: v = 0
    integer :: tag(2) = 0
  end type
  type(cell) :: cells(n)[*]
contains
  pure real(8) function at(i, j, img)
    integer, intent(in) :: i, j, img
    at = field(i, j)[img]
  end function
  pure function row(i, img) result(r)
    integer, intent(in) :: i, img
    real(8) :: r(n)
    r = field(i, :)[img]
  end function
  elemental real(8) function value(i, img)
    integer, intent(in) :: i, img
    value = cells(i)[img]%v
  end function
  pure function whole(i, img) result(c)
    integer, intent(in) :: i, img
    type(cell) :: c
    c = cells(i)[img]
    c%tag = c%tag + cells(i)[img]%tag
  end function
  pure subroutine gather(img, out, ok)
    integer, intent(in) :: img
    real(8), intent(out) :: out(:,:)
    logical, intent(out), optional :: ok
    integer :: i
    out = 0
    do concurrent (i = 1:n)
      out(:, i) = field(:, i)[img]
    end do
    if (present(ok)) ok = all(out == field(:,:)[img])
  end subroutine
  pure recursive real(8) function total(lo, hi) result(t)
    integer, intent(in) :: lo, hi
    if (lo == hi) then
      t = sum(field(:,:)[lo])
    else
      t = total(lo, (lo + hi)/2) + total((lo + hi)/2 + 1, hi)
    end if
  end function
  subroutine level1(out)
    integer, intent(out) :: out
    integer, save :: mine[*]
    mine = this_image()
    sync all
    call level2
    sync all
  contains
    subroutine level2
      out = deeper(num_images())
    end subroutine
    integer function deeper(k)
      integer, intent(in) :: k
      deeper = mine[k]*10 + merge(mine[1], 0, k > 0)
    end function
  end subroutine
end module
program p
  use field_m, only: f => field, cells, n, at, row, value, whole, gather, total, level1
  implicit none
  real(8) :: buf(n, n), s
  logical :: ok
  integer :: i, j, k, np, me, r
  me = this_image(); np = num_images(); k = mod(me, np) + 1
  do concurrent (i = 1:n, j = 1:n)
    f(i, j) = me*100 + i*10 + j
  end do
  cells%v = [(me*i, i = 1, n)]
  do i = 1, n
    cells(i)%tag = [i, me]
  end do
  sync all
  if (at(2, 3, k) /= k*100 + 23) error stop 'at'
  if (any(row(4, k) /= [(k*100 + 40 + j, j = 1, n)])) error stop 'row'
  if (any(value([1, 3, 5], [k, me, k]) /= [k, 3*me, 5*k])) error stop 'elemental'
  associate (c => whole(3, k))
    if (c%v /= 3*k .or. any(c%tag /= 2*[3, k])) error stop 'whole'
  end associate
  call gather(k, buf, ok)
  if (.not. ok) error stop 'gather'
  call gather(img=k, out=buf)
  if (abs(total(1, np) - sum([(36*100d0*i + 36*3.5d0*11, i = 1, np)])) > 1e-9) error stop 'total'
  s = 0
  do concurrent (i = 1:np) 
    buf(1 + mod(i - 1, n), 1) = f(i - i + 1, 2)[i] + at(1, 1, i)
  end do
  if (buf(min(np, n), 1) /= 200*merge(np, 6, np <= 6) + 23 .and. np <= 6) error stop 'concurrent images'
  forall (i = 1:n, f(i, 1)[k] > k*100 + 30) buf(i, 2) = at(i, 1, k) - f(i, 1)[k]
  if (any(buf(3:, 2) /= 0)) error stop 'forall'
  buf(:, 3) = merge(f(:, 1)[k], f(:, 2)[me], mod([(i, i = 1, n)], 2) == 0)
  if (buf(2, 3) /= k*100 + 21 .or. buf(3, 3) /= me*100 + 32) error stop 'merge'
  if (minval(f(:, 2)[k], mask=f(:, 2)[k] > k*100 + 25) /= k*100 + 32) error stop 'minval'
  if (any(maxloc(f(:,:)[k]) /= [n, n]) .or. findloc(f(:, 1)[k], k*100 + 31d0, dim=1) /= 3) error stop 'loc'
  if (any(reshape(f(1:2, 1:2)[k], [4]) /= k*100 + [11, 21, 12, 22])) error stop 'reshape'
  if (any(matmul(f(1:1, 1:2)[k], f(1:2, 1:1)[me]) /= (k*100 + 11)*(me*100d0 + 11) + (k*100 + 12)*(me*100d0 + 21))) error stop 'matmul'
  if (any(spread(f(1:2, 1)[k], 2, 2) /= reshape(k*100 + [11, 21, 11, 21], [2, 2]))) error stop 'spread'
  if (size(transfer(f(1:2, 1)[k], [0])) /= 4) error stop 'transfer'
  call level1(r)
  if (r /= np*10 + 1) error stop 'levels'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
