! Forces by linked cells (Hockney and Eastwood): particles are sorted into
! squares no smaller than the cutoff, pairs are sought in adjacent squares.
module cells
  use kinds, only: wp
  use particle, only: particle_t, pair_force, cutoff
  implicit none
  private
  public :: forces

contains

  ! Forces on p(1:n) by all of p; the particles behind n are ghosts. Energy is
  ! half of each pair's energy for each of its partners among the first n.
  subroutine forces(p, n, lower, upper, energy)
    type(particle_t), intent(inout) :: p(:)
    integer, intent(in) :: n
    real(wp), intent(in) :: lower(2), upper(2)   ! of the region with its ghosts
    real(wp), intent(out) :: energy
    integer, allocatable :: first(:, :), next(:), where_is(:, :)
    integer :: m(2), i, j, cx, cy
    real(wp) :: f(2), e

    m = max(1, int((upper - lower)/cutoff))
    allocate (first(0:m(1)+1, 0:m(2)+1), source=0)
    allocate (next(size(p)), where_is(2, size(p)))
    do i = size(p), 1, -1
       where_is(:, i) = min(m, max(1, 1 + int((p(i)%x - lower)/(upper - lower)*m)))
       associate (head => first(where_is(1, i), where_is(2, i)))
         next(i) = head
         head = i
       end associate
    end do

    energy = 0.0_wp
    do i = 1, n
       p(i)%f = 0.0_wp
       do cy = where_is(2, i) - 1, where_is(2, i) + 1
          do cx = where_is(1, i) - 1, where_is(1, i) + 1
             j = first(cx, cy)
             do while (j /= 0)
                if (j /= i) then
                   call pair_force(p(i)%x - p(j)%x, f, e)
                   p(i)%f = p(i)%f + f
                   energy = energy + 0.5_wp*e
                end if
                j = next(j)
             end do
          end do
       end do
    end do
  end subroutine forces

end module cells
