! conformance: images=1,2,3
! feature: coindexed objects in pure procedures
! Copies of whole runs in pure procedures, in DO CONCURRENT and in BLOCK, where LOC must not be referenced.
module m
  implicit none
  real :: f(6,6)[*]
contains
  pure subroutine a(k, out)
    integer, intent(in) :: k
    real, intent(out) :: out(6,6)
    integer :: i
    out(:, 1) = f(:, 1)[k]
    out(:, 2) = 7; out(1:4, 2) = f(1:4, 2)[k]; out(5:, 2) = f(5:6, 2)[k]
    do i = 3, 6
      out(:, i) = f(:, i)[k]
    end do
  end subroutine
  subroutine b(k, out)
    integer, intent(in) :: k
    real, intent(out) :: out(:,:)
    integer :: i
    do concurrent (i = 1:6)
      out(:, i) = f(:, i)[k]
    end do
  end subroutine
  pure subroutine c(k, out)
    integer, intent(in) :: k
    real, intent(out) :: out(6,6)
    integer :: i
    do concurrent (i = 1:6)
      out(:, i) = f(:, i)[k]
    end do
  end subroutine
  pure subroutine d(k, out)
    integer, intent(in) :: k
    real, intent(out) :: out(:,:)
    out = 0
    block
      real :: t(6)
      integer :: j
      do j = 1, 6
        t = f(:, j)[k]
        out(:, j) = t
      end do
    end block
  end subroutine
end module
program p
  use m
  implicit none
  real :: o(6,6)
  integer :: k
  k = mod(this_image(), num_images()) + 1
  call random_number(f)
  sync all
  call a(k, o); if (any(o /= f(:,:)[k])) error stop 'a'
  call b(k, o); if (any(o /= f(:,:)[k])) error stop 'b'
  call c(k, o); if (any(o /= f(:,:)[k])) error stop 'c'
  call d(k, o); if (any(o /= f(:,:)[k])) error stop 'd'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
