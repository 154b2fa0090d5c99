! Usage: particles [side [steps]]     side*side particles
program particles
  use kinds, only: wp, int64
  use particle, only: particle_t
  use box, only: box_t, make_box
  use mailbox, only: mailbox_statistics
  use dynamics, only: system_t
  use reference, only: run_serial
  implicit none

  real(wp), parameter :: dt = 0.004_wp
  ! Sums in another order differ in the last digit; the motion is chaotic and
  ! lets that grow, over this short time by a few orders of magnitude.
  real(wp), parameter :: tolerance = 1.0e-8_wp

  type(system_t) :: sys
  type(box_t) :: b
  type(particle_t), allocatable :: all(:)
  integer :: side, steps, step, batches, early, migrated, owned
  real(wp) :: start_energy, potential, kinetic, momentum(2), seconds
  integer(int64) :: tick, tock, rate
  logical :: good

  call arguments(side, steps)
  b = make_box(side)
  call sys%start(b)
  start_energy = sys%potential + sys%kinetic()
  call co_sum(start_energy)

  sync all
  call system_clock(tick, rate)
  do step = 1, steps
     call sys%step(dt)
  end do
  sync all
  call system_clock(tock)
  seconds = real(tock - tick, wp)/real(rate, wp)

  potential = sys%potential
  kinetic = sys%kinetic()
  momentum = sys%momentum()
  migrated = sys%migrated
  owned = sys%own%n
  call co_sum(potential)
  call co_sum(kinetic)
  call co_sum(momentum)
  call co_sum(migrated)
  call co_sum(owned)
  call mailbox_statistics(batches, early)
  call collect(sys, all)
  good = .true.
  if (this_image() == 1) call report(good)
  call co_broadcast(good, source_image=1)
  if (.not. good) error stop 1

contains

  subroutine arguments(side, steps)
    integer, intent(out) :: side, steps
    character(len=32) :: text
    integer :: bad(2)

    side = 80
    steps = 300
    bad = 0
    if (command_argument_count() >= 1) then
       call get_command_argument(1, text)
       read (text, *, iostat=bad(1)) side
    end if
    if (command_argument_count() >= 2) then
       call get_command_argument(2, text)
       read (text, *, iostat=bad(2)) steps
    end if
    if (any(bad /= 0) .or. side < 1 .or. steps < 1) error stop 'usage: particles [side [steps]]'
  end subroutine arguments

  ! Every image puts its particles into image 1's array, each at its number.
  subroutine collect(sys, all)
    type(system_t), intent(in) :: sys
    type(particle_t), allocatable, intent(out) :: all(:)
    type(particle_t), allocatable :: table(:)[:]
    integer :: i

    allocate (table(sys%box%side**2)[*])
    do i = 1, sys%own%n
       table(sys%own%p(i)%id)[1] = sys%own%p(i)
    end do
    sync all
    if (this_image() == 1) all = table
  end subroutine collect

  subroutine report(good)
    logical, intent(out) :: good
    type(particle_t), allocatable :: serial(:)
    real(wp) :: serial_potential, serial_kinetic, d(2), difference, drift
    integer :: i

    call run_serial(b, steps, dt, serial, serial_potential)
    serial_kinetic = 0.0_wp
    difference = 0.0_wp
    good = owned == side**2
    do i = 1, size(serial)
       d = all(i)%x - serial(i)%x
       d = d - anint(d/b%length)*b%length
       difference = max(difference, maxval(abs(d)), maxval(abs(all(i)%v - serial(i)%v)))
       good = good .and. all(i)%id == i
       serial_kinetic = serial_kinetic + 0.5_wp*sum(serial(i)%v**2)
    end do
    drift = abs(kinetic + potential - start_energy)/abs(start_energy)
    good = good .and. difference <= tolerance .and. drift <= 1.0e-3_wp &
         .and. abs(potential - serial_potential) <= tolerance*abs(serial_potential) &
         .and. abs(kinetic - serial_kinetic) <= tolerance*serial_kinetic

    print '(a,i0,a,i0,a,i0,a,i0,a)', 'particles: ', side**2, ' particles, ', steps, ' steps on ', &
         b%grid(1), ' x ', b%grid(2), ' images'
    print '(a,i0,a,i0,a,i0,a)', '  migrations ', migrated, ', batches sent ', batches, ' (', &
         early, ' there before they were waited for)'
    print '(a,2f14.6)', '  potential and kinetic energy      ', potential, kinetic
    print '(a,es10.2)', '  drift of the energy               ', drift
    print '(a,2es10.2)', '  total momentum                    ', momentum
    print '(a,es10.2)', '  difference from the serial result ', difference
    print '(a,f10.3,a,f10.3,a)', '  wall clock                        ', seconds, ' s, ', &
         real(side, wp)**2*steps/max(seconds, tiny(seconds))/1.0e6_wp, ' million particle steps/s'
    print '(2a)', 'particles: ', trim(merge('PASSED', 'FAILED', good))
  end subroutine report

end program particles
