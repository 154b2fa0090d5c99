! inline pointers
program p
  type :: vec(k, n)
    integer, kind :: k = kind(1.0)
    integer, len :: n = 3
    real(k) :: v(n)
    character(n) :: c(2)
    integer :: i(n)
  end type
  type(vec(n=4)) :: a
  a%v = this_image()
  call co_sum(a%v)
  call co_broadcast(a%v(:2), 1)
  call co_max(a%c)
  call co_sum(a%i)
  call sub(4, a)
  associate (w => a%v)
    call co_min(w)
  end associate
contains
  subroutine sub(k, x)
    integer, intent(in) :: k
    type, extends(vec) :: more
    end type
    type(vec(n=*)), intent(inout) :: x
    type(more(8, 2)) :: y
    call co_sum(x%v)
    y%v = 1
    call co_sum(y%v)
  end subroutine
end program
