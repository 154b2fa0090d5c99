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
  associate (w => a%v)
    call co_min(w)
  end associate
end program
