! conformance: images=1,2,3
! feature: polymorphic coarrays
module base_m
  implicit none
  type, abstract :: base
    integer :: tag = 0
  contains
    procedure(send_i), deferred :: send
  end type base
  abstract interface
    subroutine send_i(self, k)
      import :: base
      class(base), intent(inout) :: self[*]
      integer, intent(in) :: k
    end subroutine send_i
  end interface
  type, extends(base) :: buffer
    integer :: v(3) = 0
  contains
    procedure :: send => send_buffer
  end type buffer
contains
  subroutine send_buffer(self, k)
    class(buffer), intent(inout) :: self[*]
    integer, intent(in) :: k
    self[k]%v(2) = this_image()
    self[k]%tag = 5
    sync all
  end subroutine send_buffer
end module base_m

program polymorphic_dummy
  use base_m
  implicit none
  type(buffer) :: b[*]
  integer :: me, n
  me = this_image(); n = num_images()
  sync all
  call b%send(mod(me, n) + 1)
  if (b%v(2) /= modulo(me - 2, n) + 1 .or. b%tag /= 5) then
    print *, 'FAIL: got', b%v, b%tag, 'image', me
    error stop 1
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program polymorphic_dummy
