! A particle, a growing list of them, and the pair interaction: a truncated
! and shifted Lennard-Jones potential in reduced units.
module particle
  use kinds, only: wp
  implicit none
  private
  public :: particle_t, list_t, pair_force, cutoff

  real(wp), parameter :: cutoff = 2.5_wp
  real(wp), parameter :: shift = 4.0_wp*(cutoff**(-12) - cutoff**(-6))

  type :: particle_t
     integer :: id = 0
     real(wp) :: x(2) = 0.0_wp
     real(wp) :: v(2) = 0.0_wp
     real(wp) :: f(2) = 0.0_wp
  end type particle_t

  type :: list_t
     integer :: n = 0
     type(particle_t), allocatable :: p(:)
   contains
     procedure :: append
     procedure :: remove
  end type list_t

contains

  subroutine append(this, new)
    class(list_t), intent(inout) :: this
    type(particle_t), intent(in) :: new(:)
    type(particle_t), allocatable :: larger(:)

    if (.not. allocated(this%p)) allocate (this%p(max(64, size(new))))
    if (this%n + size(new) > size(this%p)) then
       allocate (larger(2*(this%n + size(new))))
       larger(1:this%n) = this%p(1:this%n)
       call move_alloc(larger, this%p)
    end if
    this%p(this%n+1:this%n+size(new)) = new
    this%n = this%n + size(new)
  end subroutine append

  ! Keep those whose mask is false; the order of the rest stays.
  subroutine remove(this, mask)
    class(list_t), intent(inout) :: this
    logical, intent(in) :: mask(:)
    integer :: i, kept

    kept = 0
    do i = 1, this%n
       if (mask(i)) cycle
       kept = kept + 1
       if (kept < i) this%p(kept) = this%p(i)
    end do
    this%n = kept
  end subroutine remove

  ! Force on a particle at distance d from the other, and the pair's energy.
  pure subroutine pair_force(d, f, energy)
    real(wp), intent(in) :: d(2)
    real(wp), intent(out) :: f(2), energy
    real(wp) :: r2, s6

    r2 = d(1)**2 + d(2)**2
    if (r2 >= cutoff**2) then
       f = 0.0_wp
       energy = 0.0_wp
    else
       s6 = 1.0_wp/r2**3
       f = (24.0_wp*(2.0_wp*s6 - 1.0_wp)*s6/r2)*d
       energy = 4.0_wp*(s6 - 1.0_wp)*s6 - shift
    end if
  end subroutine pair_force

end module particle
