! conformance: images=1,2,3,5
! feature: sync with stat= and errmsg=
program sync_all_specifiers
  use iso_fortran_env, only: int16, int64
  implicit none
  integer :: s
  integer(int16) :: s2
  integer(int64) :: s8(2)
  character(40) :: msg
  character(:), allocatable :: longer
  s = 99; s2 = 99; s8 = 99; msg = 'untouched'; longer = 'kept'
  sync all
  sync all ()
  sync all (stat=s)
  if (s /= 0) error stop 'sync all stat'
  sync all (stat=s2, errmsg=msg)
  if (s2 /= 0 .or. msg /= 'untouched') error stop 'sync all stat errmsg'
  sync all (errmsg=longer, stat=s8(2))
  if (s8(2) /= 0 .or. s8(1) /= 99 .or. longer /= 'kept') error stop 'sync all, other order'
  sync all (errmsg=msg)
  sync memory
  sync memory ()
  sync memory (stat=s2, errmsg=msg)
  sync memory (errmsg=msg)
  if (s2 /= 0 .or. msg /= 'untouched') error stop 'sync memory'
  s = 99
  sync images (*, stat=s, errmsg=msg)
  if (s /= 0 .or. msg /= 'untouched') error stop 'sync images *'
  s2 = 99
  sync images ([this_image()], stat=s2)
  if (s2 /= 0) error stop 'sync images with itself'
  sync images ([integer ::], stat=s8(1), errmsg=longer)
  if (s8(1) /= 0 .or. longer /= 'kept') error stop 'sync images with nobody'
  if (this_image() == 1) print '(a)', 'PASS'
end program
