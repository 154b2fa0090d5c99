! conformance: images=1,2,3,5
! feature: coarray components
module field_m
  implicit none
  type field
    integer :: nx = 0
    real, allocatable :: u(:)[:]
    integer, allocatable :: flag[:]
  contains
    procedure :: create
    procedure :: exchange
  end type field
contains
  subroutine create(self, nx)
    class(field), intent(inout) :: self
    integer, intent(in) :: nx
    self%nx = nx
    allocate (self%u(0:nx + 1)[*], self%flag[0:*])
    self%u = this_image()
    self%flag = 0
    sync all
  end subroutine create
  subroutine exchange(self)
    class(field), intent(inout) :: self
    integer :: left, right
    right = mod(this_image(), num_images()) + 1
    left = modulo(this_image() - 2, num_images()) + 1
    sync all
    self%u(0)[right] = self%u(self%nx)
    self%u(self%nx + 1)[left] = self%u(1)
    self%flag[right - 1] = this_image()
    sync all
  end subroutine exchange
end module field_m

program coarray_component
  use field_m
  implicit none
  type(field), save :: f, other
  integer :: me, n, k, left
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  call f%create(5)
  call f%exchange()
  call check('left', nint(f%u(0)), left)
  call check('right', nint(f%u(6)), k)
  call check('flag', f%flag, left)
  call check('get', nint(f%u(0)[k]), me)
  call check('get section', nint(sum(f%u(1:5:2)[k])), 3 * k)
  call other%create(3)
  other%u(2)[k] = 5 * me
  sync all
  call check('second object', nint(other%u(2)), 5 * left)
  deallocate (other%u, other%flag)
  call other%create(8)
  call check('created again', size(other%u), 10)
  call saved_local(1)
  call saved_local(2)
  call check('first object is as it was', nint(f%u(3)[k]), k)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine saved_local(pass)
    integer, intent(in) :: pass
    type(field), save :: t
    if (pass == 1) call t%create(2)
    t%u(1)[k] = t%u(1)[k] - me
    sync all
    call check('local object', nint(t%u(1)), me - pass * left)
    sync all
  end subroutine saved_local
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program coarray_component
