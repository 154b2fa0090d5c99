! conformance: images=1,2,3,5,8
! feature: allocation inside a team
program allocation
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  type(team_type) :: half
  integer, allocatable :: a(:)[:], kept(:)[:]
  integer :: me, n, k, color, round, first
  me = this_image(); n = num_images()
  color = merge(1, 2, 2 * me <= n)
  first = merge(1, n / 2 + 1, color == 1)
  allocate (kept(3)[*], source=me)
  form team (color, half, new_index=me - first + 1)
  do round = 1, 5
    change team (half)
      allocate (a(10 * color + round)[*])          ! different sizes in the two teams
      a = 100 * me + round
      k = mod(this_image(), num_images()) + 1
      sync all
      call check('in the team', a(size(a))[k], 100 * (first + k - 1) + round)
      call check('from outside', kept(2)[k], first + k - 1)
      call local_coarray(k)
    end team                                       ! a is deallocated here
    if (allocated(a)) error stop 'FAIL: a outlived its team'
  end do
  call check('kept', kept(3)[mod(me, n) + 1], mod(me, n) + 1)
  allocate (a(5)[*], source=-me)
  sync all
  call check('allocated by all', a(5)[mod(me, n) + 1], -(mod(me, n) + 1))
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine local_coarray(k)
    integer, intent(in) :: k
    integer, allocatable :: t[:]
    allocate (t[*])
    t = 3 * me
    sync all
    call check('local allocatable in a team', t[k], 3 * (first + k - 1))
  end subroutine local_coarray
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program allocation
