! conformance: images=1,2,3,5
! feature: programs of several files
! files: kinds.f90 mesh.f90 comm.f90 report.f90 main.f90
program main
  use mesh, only: setup, u, nx, left, right
  use comm, only: exchange
  implicit none
  interface
    subroutine report(ok)
      logical, intent(in) :: ok
    end subroutine report
  end interface
  logical :: ok
  call setup(8)
  u = this_image()
  call exchange(u)
  ok = nint(u(0)) == left .and. nint(u(nx + 1)) == right .and. all(nint(u(1:nx)) == this_image())
  call exchange(u, shift=2)
  ok = ok .and. nint(u(0)) == left + 2 .and. nint(u(nx + 1)[right]) == mod(right, num_images()) + 3
  call report(ok)
end program main
