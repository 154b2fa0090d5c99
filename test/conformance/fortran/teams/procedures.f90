! conformance: images=1,2,3,5
! feature: procedures called inside a team
! A library routine knows nothing of teams: inside it num_images, cosubscripts and saved coarrays follow the current team.
module library
  implicit none
contains
  integer function ring_sum(v) result(total)
    integer, intent(in) :: v
    integer, save :: box[*]
    integer :: k
    box = v
    sync all
    total = sum([(box[k], k = 1, num_images())])
    sync all
  end function ring_sum
  subroutine shift(a)
    integer, intent(inout) :: a(:)[*]
    integer :: me, n, t(size(a))
    me = this_image(); n = num_images()
    sync all
    t = a(:)[mod(me, n) + 1]
    sync all
    a = t
    sync all
  end subroutine shift
end module library

program procedures
  use, intrinsic :: iso_fortran_env, only: team_type
  use library
  implicit none
  type(team_type) :: t
  integer :: a(3)[*], me, n, color, k, m
  me = this_image(); n = num_images()
  color = mod(me, 2) + 1
  a = me
  form team (color, t, new_index=(me + 1) / 2)
  change team (t)
    m = num_images()
    call check('sum in the team', ring_sum(me), sum([(k, k = merge(2, 1, color == 1), n, 2)]))
    call shift(a)
    k = mod(this_image(), m) + 1
    call check('shifted in the team', a(2), 2 * k - merge(0, 1, color == 1))
  end team
  call check('sum of all', ring_sum(me), n * (n + 1) / 2)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program procedures
