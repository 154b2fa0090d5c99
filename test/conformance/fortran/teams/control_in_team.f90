! conformance: images=1,2,3,5,8
! feature: image control inside a team
! sync images, events, locks and critical count images of the current team.
program control_in_team
  use, intrinsic :: iso_fortran_env
  implicit none
  type(team_type) :: half
  type(event_type) :: ev[*]
  type(lock_type) :: lk[*]
  integer :: x[*], c[*], me, n, m, k, left, i, color, first
  me = this_image(); n = num_images()
  color = merge(1, 2, me <= (n + 1) / 2)
  first = merge(1, (n + 1) / 2 + 1, color == 1)
  form team (color, half, new_index=me - first + 1)
  c = 0
  sync all
  change team (half)
    m = num_images(); k = mod(this_image(), m) + 1; left = modulo(this_image() - 2, m) + 1
    x = me
    event post (ev[k])
    event wait (ev)
    call check('after an event', x[left], first + left - 1)
    if (this_image() == 1) then
      sync images (*)
    else
      sync images (1)
    end if
    do i = 1, 10
      lock (lk[1])
      c[1] = c[1] + 1
      unlock (lk[1])
    end do
    sync all
    do i = 1, 10
      critical
        c[m] = c[m] + 100
      end critical
    end do
    sync all
    if (m > 1) call check('lock', c[1], 10 * m)
    call check('critical', c[m] / 100, 10 * m)
  end team
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
end program control_in_team
