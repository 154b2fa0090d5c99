! conformance: images=1,2,4
! feature: CHANGE TEAM, BLOCK and ASSOCIATE around the first use of variables that nothing declares
module undeclared_in_modules
  implicit double precision (a-h, o-z)
  procedure(work), pointer :: p => null()
contains
  subroutine work(n)
    integer, intent(inout) :: n
    n = n + 1
  end subroutine
  subroutine less(n)
    integer, intent(inout) :: n
    n = n - 3
  end subroutine
  function weighted(team, k) result(w)
    use, intrinsic :: iso_fortran_env, only: team_type
    type(team_type), intent(in) :: team
    w = 0
    change team (team)
      dx = 1/3d0
      do i = 1, k
        w = w + dx*i
      end do
    end team
    if (i /= k + 1) error stop 'index of a loop'
    if (dx /= 1/3d0) error stop 'double precision'
  end function
end module
program undeclared_variables
  use undeclared_in_modules
  use, intrinsic :: iso_fortran_env
  implicit character(4) (g-h)
  type(team_type) :: halves
  integer, save :: c[*], d(4)[*]
  procedure(work), pointer :: q
  common /shared/ c1, n1
  data i2 /7/
  namelist /options/ i3, f3
  form team (1 + mod(this_image(), 2), halves)
  c = this_image()
  d = 0
  change team (halves)
    k = 5
    z = 2.5
    call count_up()
    sum = 3
    g = 'abcd'
    h(1:2) = 'xy'
    h(3:4) = g(1:2)
    c1 = 1.5
    n1 = 2
    i2 = i2 + 1
    i3 = 4
    f3 = 4.5
    do 10 l = 1, 3
      j = 10*l
10  continue
    write (g, '(4i1)') (m, m = 1, 4)
    q => work
    call q(k)
    q => less
    call q(k)
  end team
  if (k /= 4 .or. z /= 2.5 .or. sum /= 3 .or. h /= 'xyab' .or. g /= '1234') error stop 'values'
  if (c1 /= 1.5 .or. n1 /= 2 .or. i2 /= 8 .or. i3 /= 4 .or. f3 /= 4.5) error stop 'specified'
  if (l /= 4 .or. j /= 30 .or. m /= 5) error stop 'loops'
  sync all
  inner: change team (halves, e[*] => c)
    next = mod(this_image(), num_images()) + 1
    left = e[next]
    if (left > 0) exit inner
    left = -1
  end team inner
  if (left < 1) error stop 'left'
  block
    near = d(2)[this_image()]
    associate (cc => c)
      nearer = cc + near
    end associate
  end block
  if (near /= 0 .or. nearer /= this_image()) error stop 'block'
  if (weighted(halves, 3) /= 1/3d0 + 2/3d0 + 1) error stop 'function'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine count_up()
    k = k + 1
    block
      mine = d(1)[1] + 3
    end block
    if (mine /= 3) error stop 'local to an internal procedure'
  end subroutine
end program
