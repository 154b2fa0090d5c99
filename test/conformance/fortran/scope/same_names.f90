! conformance: images=1,2,3,5
! feature: one name in several scopes
! u is a scalar coarray, an array coarray, an allocatable one, a plain array and a component, each in its place.
module one
  implicit none
  integer :: u[*] = 1
contains
  integer function get_one(k)
    integer, intent(in) :: k
    get_one = u[k]
  end function get_one
end module one
module two
  implicit none
  integer :: u(2)[*] = 2
contains
  integer function get_two(k)
    integer, intent(in) :: k
    get_two = u(2)[k]
  end function get_two
end module two

program same_names
  use one, only: get_one
  use two, only: get_two
  implicit none
  type u_t
    integer :: u(3)
  end type u_t
  type(u_t) :: s[*]
  integer, allocatable :: u(:)[:]
  integer :: me, n, k
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  allocate (u(3)[*], source=3 * me)
  s%u = 4 * me
  sync all
  call check('module one', get_one(k), 1)
  call check('module two', get_two(k), 2)
  call check('main', u(3)[k], 3 * k)
  call check('component', s[k]%u(3), 4 * k)
  call check('in a procedure', inner(k), 5 * k)
  call check('plain array', plain(k), 6)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  integer function inner(k)
    integer, intent(in) :: k
    integer, save :: u[2, *]
    u = 5 * me
    sync all
    inner = u[mod(k - 1, 2) + 1, (k + 1) / 2]
    sync all
  end function inner
  integer function plain(k)
    integer, intent(in) :: k
    integer :: u(8)
    u = [1, 2, 3, 4, 5, 6, 7, 8]
    plain = u(k + 1 - k) + u(5)
  end function plain
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program same_names
