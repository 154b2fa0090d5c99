! RandomAccess as in section 4.2 of "Experiences with Co-Array Fortran on Hardware Shared Memory
! Platforms": every image updates random words of a table that all images share, one at a time and
! without synchronization; a few updates may be lost.
!
!     randomaccess_fine [updates]
!
! The macro LOG says how many words of the table each image has: 2**LOG. Each image makes so many
! updates.
program randomaccess_fine
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
  integer, parameter :: log = LOG
  integer(int64), parameter :: words = 2_int64**log
  integer(int64) :: table(0:2_int64**LOG-1)[*]
  integer(int64) :: stable(0:511), updates, random, from, to, rate, i, place
  integer :: image
  character(len=32) :: word

  updates = 4 * words
  if (command_argument_count() > 0) then
    call get_command_argument(1, word)
    read (word, *) updates
  end if
  if (popcnt(num_images()) /= 1) error stop 'randomaccess_fine: a power of two of images'
  table = this_image()
  stable = [(i * 18014398509481951_int64, i = 0, 511)]
  random = this_image() * 88172645463325252_int64
  sync all
  call system_clock(from)
  do i = 1, updates
    random = ieor(random, shiftl(random, 13))
    random = ieor(random, shiftr(random, 7))
    random = ieor(random, shiftl(random, 17))
    image = 1 + int(iand(shiftr(random, log), int(num_images() - 1, int64)))
    place = iand(random, words - 1)
    table(place)[image] = ieor(table(place)[image], stable(shiftr(random, 55)))
  end do
  sync all
  call system_clock(to, rate)
  if (this_image() == 1) print '(a,es13.6)', 'bench randomaccess case=fine mups=', &
      real(updates, real64) * rate / (to - from) / 1e6
end program
