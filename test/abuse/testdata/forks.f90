! Processes that images fork, and what those do. The images see by which code they end, and must not
! notice them otherwise.
program forks
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind, event_type, lock_type, team_type
  implicit none
  interface
    integer(c_int) function c_fork() bind(c, name='fork')
      import c_int
    end function
    integer(c_int) function c_wait(status) bind(c, name='wait')
      import c_int
      integer(c_int), intent(out) :: status
    end function
    subroutine c_exit(code) bind(c, name='_exit')
      import c_int
      integer(c_int), value :: code
    end subroutine
  end interface
  character(30) :: what
  integer :: me, next
  integer :: x(1000)[*], y[*]
  integer, allocatable :: a(:)[:]
  integer(atomic_int_kind) :: counter[*]
  type(event_type) :: ready[*]
  type(lock_type) :: guard[*]
  type(team_type) :: turned
  integer(c_int) :: status

  me = this_image()
  next = mod(me, num_images()) + 1
  call get_command_argument(1, what)
  x = me
  y = 0
  counter = 0
  sync all
  if (index(what, 'in a team') == 0) then
    call fork_one()
  else ! whose images are not in the order of the initial team
    form team (1, turned, new_index=merge(1, num_images() + 2 - me, me == 1))
    change team (turned)
      next = mod(this_image(), num_images()) + 1
      call fork_one()
    end team
    next = mod(me, num_images()) + 1
  end if
  if (c_wait(status) < 0) error stop 'forks: no child has ended'
  sync all
  if (any(x /= me) .or. y /= 0) error stop 'forks: a child has changed an image'
  event post (ready[next])
  event wait (ready)
  print '(a,i0)', 'a child has ended with code ', status / 256
contains
  subroutine fork_one()
    if (c_fork() == 0) then
      select case (what)
      case ('computes')
        x = x + 1000
        if (any(x /= me + 1000)) call c_exit(3_c_int)
        call c_exit(0_c_int)
      case ('reads')
        if (any(x(:)[next] /= next)) call c_exit(3_c_int)
        call c_exit(0_c_int)
      case ('syncs')
        sync all
      case ('defines', 'defines in a team')
        y[next] = 7
        sync memory
      case ('allocates')
        allocate (a(10)[*])
      case ('posts')
        event post (ready[next])
      case ('posts itself')
        event post (ready)
      case ('criticals')
        critical
          y = 1
        end critical
      case ('locks')
        lock (guard[1])
      case ('adds')
        call atomic_add(counter[next], 1)
      case ('waits')
        event wait (ready)
      case ('defines its own in a team')
        y[this_image()] = 7
      case ('fails')
        fail image
      end select
      call c_exit(4_c_int)
    end if
  end subroutine
end program forks
