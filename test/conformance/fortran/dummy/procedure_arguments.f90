! conformance: images=1,2,3,5
! feature: procedures with coarray dummies as arguments and pointers
module ops
  implicit none
  abstract interface
    subroutine op(x, k)
      integer, intent(inout) :: x(:)[*]
      integer, intent(in) :: k
    end subroutine op
  end interface
contains
  subroutine put_me(x, k)
    integer, intent(inout) :: x(:)[*]
    integer, intent(in) :: k
    x(1)[k] = this_image()
  end subroutine put_me
  subroutine put_size(x, k)
    integer, intent(inout) :: x(:)[*]
    integer, intent(in) :: k
    x(2)[k] = size(x)
  end subroutine put_size
  subroutine apply(f, x, k)
    procedure(op) :: f
    integer, intent(inout) :: x(:)[*]
    integer, intent(in) :: k
    sync all
    call f(x, k)
    sync all
  end subroutine apply
end module ops

program procedure_arguments
  use ops
  implicit none
  integer :: a(5)[*], me, n, k
  procedure(op), pointer :: p
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  a = 0
  call apply(put_me, a, k)
  p => put_size
  call apply(p, a(1:4), k)
  call check('first', a(1), modulo(me - 2, n) + 1)
  call check('second', a(2), 4)
  sync all
  call p(a, k)
  sync all
  call check('through the pointer', a(2), 5)
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
end program procedure_arguments
