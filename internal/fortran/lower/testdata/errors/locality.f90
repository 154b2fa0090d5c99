program locality
  implicit none
  type :: f
    integer :: n
  end type
  integer :: a(8)[*], b(8), i, j, k, t
  integer, allocatable :: w(:)
  do concurrent (i = 1:8) local(a, w) local_init(i) shared(b, b)
    b(i) = 0
  end do
  do concurrent (i = 1:k) local(k) default(none) shared(b)
    b(i) = t
    do j = 1, 2
      b(i) = [(t, t = 1, 2)] + a(j)
    end do
    block
      integer :: own
      own = 1
      forall (t = 1:2) b(t) = own
    end block
  end do
  do concurrent (i = 1:8) default(none) default(none) shared(b)
    b(i) = i
  end do
end program
