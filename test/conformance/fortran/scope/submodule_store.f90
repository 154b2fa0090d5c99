! conformance: images=1,2,3
! feature: submodules
module store_m
  use iso_fortran_env, only: lock_type, event_type
  implicit none
  private
  public :: store, print_all
  type :: store
    private
    integer :: used = 0
    integer, allocatable :: item(:)[:]
    type(lock_type), allocatable :: door[:]
    type(event_type), allocatable :: bell(:)[:]
  contains
    procedure :: open => s_open
    procedure :: push
    procedure :: grow
    procedure :: peek
    procedure :: close => s_close
    procedure :: length
    generic :: operator(.at.) => peek1
    procedure, private :: peek1
  end type
  interface
    module subroutine s_open(this, n)
      class(store), intent(inout) :: this
      integer, intent(in) :: n
    end subroutine
    module subroutine push(this, value, to)
      class(store), intent(inout) :: this
      integer, intent(in) :: value
      integer, intent(in), optional :: to
    end subroutine
    module subroutine grow(this)
      class(store), intent(inout) :: this
    end subroutine
    pure module integer function peek(this, i, from)
      class(store), intent(in) :: this
      integer, intent(in) :: i
      integer, intent(in), optional :: from
    end function
    pure module integer function peek1(this, i)
      class(store), intent(in) :: this
      integer, intent(in) :: i
    end function
    pure module integer function length(this)
      class(store), intent(in) :: this
    end function
    module subroutine s_close(this)
      class(store), intent(inout) :: this
    end subroutine
    module subroutine print_all(s, total)
      class(store), intent(in) :: s
      integer, intent(out) :: total
    end subroutine
  end interface
end module
submodule (store_m) store_impl
contains
  module procedure s_open
    allocate (this%item(0:n)[*], this%door[*])
    this%item = 0
    sync all
  end procedure
  module procedure push
    integer :: k, at
    if (present(to)) then; k = to; else; k = this_image(); end if
    lock (this%door[k])
    at = this%item(0)[k] + 1
    if (at > ubound(this%item, 1)) error stop 'full'
    this%item(at)[k] = value
    this%item(0)[k] = at
    unlock (this%door[k])
  end procedure
  module procedure grow
    integer, allocatable :: more(:)[:]
    allocate (more(0:2*ubound(this%item, 1))[*])
    more(lbound(this%item, 1):ubound(this%item, 1)) = this%item
    call move_alloc(more, this%item)
  end procedure
  module procedure peek
    if (present(from)) then
      peek = this%item(i)[from]
    else
      peek = this%item(i)
    end if
  end procedure
  module procedure peek1
    peek1 = this%item(i)
  end procedure
  module procedure length
    length = this%item(0)
  end procedure
  module procedure s_close
    deallocate (this%item, this%door)
  end procedure
  module procedure print_all
    integer :: k, i
    total = 0
    do k = 1, num_images()
      total = total + sum(s%item(1:s%item(0)[k])[k])
      do i = 1, s%item(0)[k]
        total = total + s%item(i)[k]
      end do
    end do
  end procedure
end submodule
program h
  use store_m
  implicit none
  type(store) :: s
  integer :: i, k, np, t
  np = num_images()
  call s%open(4*np)
  do i = 1, 4
    do k = 1, np
      call s%push(this_image()*10 + i, to=k)
    end do
  end do
  sync all
  if (s%length() /= 4*np) error stop 'length'
  call s%grow
  sync all
  do i = 1, 3
    call s%push(-i)
  end do
  sync all
  do k = 1, np
    if (s%peek(0, k) /= 4*np + 3 .or. s%peek(4*np + 2, from=k) /= -2) error stop 'peek'
  end do
  if ((s.at.(4*np + 3)) /= -3) error stop 'at'
  call print_all(s, t)
  if (t /= 2*np*(sum([((k*10 + i, i = 1, 4), k = 1, np)]) - 6)) error stop 'total'
  sync all
  call s%close
  if (this_image() == 1) print '(a)', 'PASS'
end program
