! Recursive coordinate bisection: cut across the longer side of the bounding
! box so that the parts' vertex counts are in proportion to their images.
module partition
  use kinds, only: wp
  implicit none
  private
  public :: bisect

contains

  ! part(v) becomes the part, 1..nparts, of vertex v.
  subroutine bisect(xy, nparts, part)
    real(wp), intent(in) :: xy(:, :)
    integer, intent(in) :: nparts
    integer, intent(out) :: part(:)
    integer, allocatable :: list(:)
    integer :: i

    allocate (list(size(part)))
    list = [(i, i = 1, size(part))]
    call cut(xy, list, 1, nparts, part)
  end subroutine bisect

  recursive subroutine cut(xy, list, first_part, last_part, part)
    real(wp), intent(in) :: xy(:, :)
    integer, intent(inout) :: list(:)
    integer, intent(in) :: first_part, last_part
    integer, intent(inout) :: part(:)
    integer :: nparts, nlow, middle, axis

    nparts = last_part - first_part + 1
    if (nparts == 1 .or. size(list) == 0) then
       part(list) = first_part
       return
    end if
    nlow = nparts/2
    middle = size(list)*nlow/nparts
    axis = maxloc(maxval(xy(:, list), dim=2) - minval(xy(:, list), dim=2), dim=1)
    call select_lowest(xy(axis, :), list, middle)
    call cut(xy, list(:middle), first_part, first_part + nlow - 1, part)
    call cut(xy, list(middle+1:), first_part + nlow, last_part, part)
  end subroutine cut

  ! Hoare's selection: afterwards the keys of list(1:k) are no greater than
  ! those of the rest.
  subroutine select_lowest(key, list, k)
    real(wp), intent(in) :: key(:)
    integer, intent(inout) :: list(:)
    integer, intent(in) :: k
    integer :: lo, hi, i, j, swap
    real(wp) :: pivot

    lo = 1
    hi = size(list)
    do while (lo < hi)
       pivot = key(list((lo + hi)/2))
       i = lo
       j = hi
       do
          do while (key(list(i)) < pivot)
             i = i + 1
          end do
          do while (pivot < key(list(j)))
             j = j - 1
          end do
          if (i <= j) then
             swap = list(i)
             list(i) = list(j)
             list(j) = swap
             i = i + 1
             j = j - 1
          end if
          if (i > j) exit
       end do
       if (k <= j) then
          hi = j
       else if (k >= i) then
          lo = i
       else
          return
       end if
    end do
  end subroutine select_lowest

end module partition
