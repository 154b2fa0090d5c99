! The same dynamics on one image: the ghosts are periodic copies made here.
module reference
  use kinds, only: wp
  use particle, only: particle_t, list_t, cutoff
  use box, only: box_t, lattice_particle, wrap
  use cells, only: forces
  implicit none
  private
  public :: run_serial

contains

  subroutine run_serial(b, steps, dt, p, potential)
    type(box_t), intent(in) :: b
    integer, intent(in) :: steps
    real(wp), intent(in) :: dt
    type(particle_t), allocatable, intent(out) :: p(:)
    real(wp), intent(out) :: potential
    integer :: i, step

    allocate (p(b%side**2))
    do i = 1, size(p)
       p(i) = lattice_particle(b, i)
       p(i)%x = wrap(b, p(i)%x)
    end do
    call periodic_forces(b, p, potential)
    do step = 1, steps
       do i = 1, size(p)
          p(i)%v = p(i)%v + 0.5_wp*dt*p(i)%f
          p(i)%x = wrap(b, p(i)%x + dt*p(i)%v)
       end do
       call periodic_forces(b, p, potential)
       do i = 1, size(p)
          p(i)%v = p(i)%v + 0.5_wp*dt*p(i)%f
       end do
    end do
  end subroutine run_serial

  subroutine periodic_forces(b, p, potential)
    type(box_t), intent(in) :: b
    type(particle_t), intent(inout) :: p(:)
    real(wp), intent(out) :: potential
    type(list_t) :: near
    type(particle_t) :: ghost
    integer :: i, axis, known

    call near%append(p)
    do axis = 1, 2
       known = near%n
       do i = 1, known
          ghost = near%p(i)
          if (ghost%x(axis) < cutoff) then
             ghost%x(axis) = ghost%x(axis) + b%length(axis)
             call near%append([ghost])
          else if (ghost%x(axis) >= b%length(axis) - cutoff) then
             ghost%x(axis) = ghost%x(axis) - b%length(axis)
             call near%append([ghost])
          end if
       end do
    end do
    call forces(near%p(1:near%n), size(p), [-cutoff, -cutoff], b%length + cutoff, potential)
    p = near%p(1:size(p))
  end subroutine periodic_forces

end module reference
