subroutine concurrent(n, text, p)
  implicit none
  integer, intent(in) :: n
  character(*), intent(inout) :: text
  real, pointer :: p(:)
  integer :: a(8)[*], b(8), t, i, j, s, k, v(3)
  s = 0
  k = 1
  do concurrent (i = 1:n) local(t) local_init(k) shared(a, b) default(none)
    t = a(i)[k]
    b(i) = t
  end do
  outer: do concurrent (integer(8) :: i = 1:n, j = 1:2, b(i) > j) local(v, text) local_init(p) reduce(+: s)
    v = b(i)
    if (v(1) == 7) cycle outer
    s = s + sum(v) + a(j)[k]
  end do outer
  do concurrent (integer :: i = 1:n)
    b(i) = i
  end do
  forall (integer :: i = 1:n) b(i) = a(i)[k]
  forall (integer :: i = 1:n)
    b(i) = i
  end forall
end subroutine concurrent
