! conformance: images=1,2,3
! feature: modules whose public names are those of intrinsic functions, and types of ISO_FORTRAN_ENV that come from a module
! files: rooms.f90 main.f90
program main
  use rooms
  implicit none
  type(team_type) :: halves
  type(lock_type) :: key[*]
  real, allocatable :: y(:)[:], z(:, :)[:]
  integer :: next
  next = mod(this_image(), num_images()) + 1
  allocate (y(0:6)[*], z(2:3, 4)[*])
  y = this_image()
  z = 10*this_image()
  loc = this_image()
  kind = -this_image()
  sync all
  if (any(y(1:6:2)[next] /= next) .or. any(z(:, 2)[next] /= 10*next)) error stop 'allocatable'
  if (any(loc(:)[next] /= next) .or. kind[next] /= -next) error stop 'of the module'
  if (any(size /= 7) .or. int(2.0) /= 102) error stop 'not coarrays'
  lock (key[1])
  unlock (key[1])
  form team (mod(this_image(), 2) + 1, halves)
  change team (halves)
    y(0)[1] = this_image()
    sync all
  end team
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
