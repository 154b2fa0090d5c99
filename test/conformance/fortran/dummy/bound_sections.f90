! conformance: images=1,2,3,5
! feature: coarray dummy, assumed shape
! Sections of arrays of a type with type-bound procedures, also such of one element or none in a dimension.
module bound_m
 implicit none
 type t
  integer :: i = 0
  contains
  procedure :: f
 end type
contains
 subroutine f(self)
  class(t), intent(in) :: self
 end subroutine
 subroutine s(x, k, off)
  type(t) :: x(:,:)[*]
  integer :: k, off, i, j
  if (x(1,1)[k]%i /= x(1,1)%i - this_image()*1000 + k*1000) then
    print *, 'bad', off, x(1,1)[k]%i, x(1,1)%i; error stop 1
  end if
  do j = 1, size(x,2); do i = 1, size(x,1)
    if (x(i,j)[k]%i /= x(i,j)%i - this_image()*1000 + k*1000) then
      print *, 'bad', off, i, j, x(i,j)[k]%i, x(i,j)%i; error stop 2
    end if
  end do; end do
 end subroutine
 subroutine z(x, k)
  type(t) :: x(:,:)[*]
  integer :: k
  integer, allocatable :: v(:,:)
  v = x(:,:)[k]%i
  if (size(v) /= 0) error stop 3
 end subroutine
 subroutine c(x, k, off)
  class(t) :: x(:,:)[*]
  integer :: k, off, i, j
  do j = 1, size(x,2); do i = 1, size(x,1)
    if (x(i,j)[k]%i /= x(i,j)%i - this_image()*1000 + k*1000) then
      print *, 'badc', off, i, j, x(i,j)[k]%i, x(i,j)%i; error stop 2
    end if
  end do; end do
 end subroutine
end module
program bound_sections
 use bound_m
implicit none
 type(t), save :: a(3,4)[*]
 integer :: k, i, j
 do i = 1, 3; do j = 1, 4; a(i,j)%i = this_image()*1000 + 10*i+j; end do; end do
 sync all
 do k = 1, num_images()
 call s(a, k, 1)
 call s(a(1:1,:), k, 2)
 call s(a(1:3:2,:), k, 3)
 call s(a(2:2,3:4), k, 4)
 call s(a(3:1:-1,4:1:-2), k, 5)
 call s(a(:,2:2), k, 6)
 call z(a(:,2:1), k)
 call z(a(3:1,:), k)
 call c(a, k, 1)
 call c(a(1:1,:), k, 2)
 call c(a(1:3:2,:), k, 3)
 call c(a(2:2,3:4), k, 4)
 call c(a(:,2:2), k, 6)
 end do
 sync all
 if (this_image()==1) print '(a)', 'PASS'
end program bound_sections
