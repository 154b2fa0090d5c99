! Velocity Verlet over the images: drift, migrate, fetch ghosts, kick.
module dynamics
  use kinds, only: wp
  use particle, only: particle_t, list_t, cutoff
  use box, only: box_t, lattice_particle, wrap, left, right, down, up
  use mailbox, only: send_and_receive
  use cells, only: forces
  implicit none
  private
  public :: system_t

  type :: system_t
     type(box_t) :: box
     type(list_t) :: own
     real(wp) :: potential = 0.0_wp        ! this image's share
     integer :: migrated = 0
   contains
     procedure :: start
     procedure :: step
     procedure :: kinetic
     procedure :: momentum
  end type system_t

contains

  subroutine start(this, b)
    class(system_t), intent(inout) :: this
    type(box_t), intent(in) :: b
    type(particle_t) :: p
    integer :: id

    this%box = b
    do id = 1, b%side**2
       p = lattice_particle(b, id)
       p%x = wrap(b, p%x)
       if (all(p%x >= b%lower .and. p%x < b%upper)) call this%own%append([p])
    end do
    call update_forces(this)
  end subroutine start

  subroutine step(this, dt)
    class(system_t), intent(inout) :: this
    real(wp), intent(in) :: dt
    integer :: i

    associate (p => this%own%p)
      do i = 1, this%own%n
         p(i)%v = p(i)%v + 0.5_wp*dt*p(i)%f
         p(i)%x = wrap(this%box, p(i)%x + dt*p(i)%v)
      end do
    end associate
    call migrate(this, 1, left, right)
    call migrate(this, 2, down, up)
    call update_forces(this)
    associate (p => this%own%p)
      do i = 1, this%own%n
         p(i)%v = p(i)%v + 0.5_wp*dt*p(i)%f
      end do
    end associate
  end subroutine step

  ! Those who left along one axis go to the neighbour on that side. Nobody
  ! crosses a whole image in one step.
  subroutine migrate(this, axis, below, above)
    class(system_t), intent(inout) :: this
    integer, intent(in) :: axis, below, above
    type(list_t) :: out_below, out_above
    logical, allocatable :: leaves(:)
    real(wp) :: middle, offset
    integer :: i

    allocate (leaves(this%own%n), source=.false.)
    middle = 0.5_wp*(this%box%lower(axis) + this%box%upper(axis))
    do i = 1, this%own%n
       associate (p => this%own%p(i))
         leaves(i) = p%x(axis) < this%box%lower(axis) .or. p%x(axis) >= this%box%upper(axis)
         if (.not. leaves(i)) cycle
         ! The shorter way around the periodic box.
         offset = p%x(axis) - middle
         offset = offset - anint(offset/this%box%length(axis))*this%box%length(axis)
         if (offset < 0.0_wp) then
            call out_below%append([p])
         else
            call out_above%append([p])
         end if
       end associate
    end do
    call this%own%remove(leaves)
    this%migrated = this%migrated + out_below%n + out_above%n
    call send_and_receive(this%box, below, out_below, above, out_above, this%own)
  end subroutine migrate

  ! Ghosts along x first; along y then with those just received, which brings
  ! the corners.
  subroutine update_forces(this)
    class(system_t), intent(inout) :: this
    type(list_t) :: near

    call near%append(this%own%p(1:this%own%n))
    call fetch_ghosts(this%box, 1, left, right, near)
    call fetch_ghosts(this%box, 2, down, up, near)
    call forces(near%p(1:near%n), this%own%n, this%box%lower - cutoff, this%box%upper + cutoff, &
         this%potential)
    this%own%p(1:this%own%n) = near%p(1:this%own%n)
  end subroutine update_forces

  subroutine fetch_ghosts(b, axis, below, above, near)
    type(box_t), intent(in) :: b
    integer, intent(in) :: axis, below, above
    type(list_t), intent(inout) :: near
    type(list_t) :: out_below, out_above
    type(particle_t) :: ghost
    integer :: i

    do i = 1, near%n
       if (near%p(i)%x(axis) < b%lower(axis) + cutoff) then
          ghost = near%p(i)
          if (b%place(axis) == 1) ghost%x(axis) = ghost%x(axis) + b%length(axis)
          call out_below%append([ghost])
       end if
       if (near%p(i)%x(axis) >= b%upper(axis) - cutoff) then
          ghost = near%p(i)
          if (b%place(axis) == b%grid(axis)) ghost%x(axis) = ghost%x(axis) - b%length(axis)
          call out_above%append([ghost])
       end if
    end do
    call send_and_receive(b, below, out_below, above, out_above, near)
  end subroutine fetch_ghosts

  pure real(wp) function kinetic(this)
    class(system_t), intent(in) :: this
    integer :: i

    kinetic = 0.0_wp
    do i = 1, this%own%n
       kinetic = kinetic + 0.5_wp*sum(this%own%p(i)%v**2)
    end do
  end function kinetic

  pure function momentum(this) result(m)
    class(system_t), intent(in) :: this
    real(wp) :: m(2)
    integer :: i

    m = 0.0_wp
    do i = 1, this%own%n
       m = m + this%own%p(i)%v
    end do
  end function momentum

end module dynamics
