! Usage: cgmesh [vertices [iteration limit]]
program cgmesh
  use kinds, only: wp, int64
  use mesh, only: csr_t, scatter_vertices, laplacian_rows, exact_value
  use partition, only: bisect
  use exchange, only: plan_t, make_plan
  use solver, only: cg_t
  use reference, only: solve_serial
  implicit none

  real(wp), parameter :: tolerance = 1.0e-11_wp

  type(csr_t) :: a
  type(plan_t) :: plan
  type(cg_t), save :: cg
  real(wp), allocatable :: xy(:, :), b(:), whole(:)
  integer, allocatable :: part(:), owned(:)
  integer :: nvertices, limit, i
  integer(int64) :: tick, tock, rate
  real(wp) :: seconds
  logical :: good

  call arguments(nvertices, limit)

  ! Image 1 makes the mesh, all images cut it, each keeps the rows of its part.
  allocate (xy(2, nvertices))
  if (this_image() == 1) call scatter_vertices(xy)
  call co_broadcast(xy, source_image=1)
  allocate (part(nvertices))
  call bisect(xy, num_images(), part)
  owned = pack([(i, i = 1, nvertices)], part == this_image())
  call laplacian_rows(xy, owned, a)
  call make_plan(nvertices, owned, a, plan)

  ! The right-hand side from the known solution, by the same product.
  call cg%create(plan)
  allocate (b(plan%nowned))
  cg%p(1:plan%nowned) = [(exact_value(xy(:, owned(i))), i = 1, plan%nowned)]
  call cg%multiply(a, plan, b)

  sync all
  call system_clock(tick, rate)
  call cg%solve(a, plan, b, tolerance, limit)
  sync all
  call system_clock(tock)
  seconds = real(tock - tick, wp)/real(rate, wp)

  call cg%collect(owned, whole)
  call report(good)
  call co_broadcast(good, source_image=1)
  call cg%destroy()
  if (.not. good) error stop 1

contains

  subroutine arguments(nvertices, limit)
    integer, intent(out) :: nvertices, limit
    character(len=32) :: text
    integer :: bad(2)

    nvertices = 60000
    limit = 2000
    bad = 0
    if (command_argument_count() >= 1) then
       call get_command_argument(1, text)
       read (text, *, iostat=bad(1)) nvertices
    end if
    if (command_argument_count() >= 2) then
       call get_command_argument(2, text)
       read (text, *, iostat=bad(2)) limit
    end if
    if (any(bad /= 0) .or. limit < 1 .or. nvertices < num_images()) then
       error stop 'usage: cgmesh [vertices [iteration limit]], a vertex or more for each image'
    end if
  end subroutine arguments

  ! Image 1 compares with the serial solution; all images take part in the
  ! statistics of the partition.
  subroutine report(good)
    logical, intent(out) :: good
    real(wp), allocatable :: serial(:), b_serial(:), exact(:)
    type(csr_t) :: whole_matrix
    integer :: ghosts, most_rows, most_neighbours, serial_iterations, v
    real(wp) :: difference, error

    ghosts = plan%nghost
    most_rows = plan%nowned
    most_neighbours = size(plan%images)
    call co_sum(ghosts, result_image=1)
    call co_max(most_rows, result_image=1)
    call co_max(most_neighbours, result_image=1)
    good = .true.
    if (this_image() /= 1) return

    call laplacian_rows(xy, [(v, v = 1, nvertices)], whole_matrix)
    exact = [(exact_value(xy(:, v)), v = 1, nvertices)]
    allocate (b_serial(nvertices))
    call whole_matrix%apply(exact, b_serial)
    call solve_serial(whole_matrix, b_serial, tolerance, limit, serial, serial_iterations)
    difference = maxval(abs(whole - serial))/maxval(abs(serial))
    error = maxval(abs(whole - exact))/maxval(abs(exact))
    ! Sums in another order end the iteration a few steps sooner or later.
    good = cg%residual <= tolerance .and. difference <= 1.0e-7_wp .and. error <= 1.0e-6_wp &
         .and. abs(cg%iterations - serial_iterations) <= 5 + serial_iterations/50

    print '(a,i0,a,i0,a,i0,a)', 'cgmesh: ', nvertices, ' vertices, ', size(whole_matrix%col)/2, &
         ' edges on ', num_images(), ' images'
    print '(a,i0,a,i0,a,i0)', '  most rows of an image ', most_rows, ', ghosts of all ', ghosts, &
         ', most neighbours ', most_neighbours
    print '(a,i0,a,i0,a)', '  iterations                        ', cg%iterations, ' (serial ', &
         serial_iterations, ')'
    print '(a,es10.2)', '  relative residual                 ', cg%residual
    print '(a,es10.2)', '  difference from the serial result ', difference
    print '(a,es10.2)', '  difference from the exact one     ', error
    print '(a,f10.3,a,f8.3,a)', '  wall clock                        ', seconds, ' s, ', &
         1.0e3_wp*seconds/cg%iterations, ' ms an iteration'
    print '(2a)', 'cgmesh: ', trim(merge('PASSED', 'FAILED', good))
  end subroutine report

end program cgmesh
