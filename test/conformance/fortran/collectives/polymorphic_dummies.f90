! conformance: images=1,2,3
! feature: collectives
! Components of elements of polymorphic dummy arguments, whose dynamic type is an extension.
module boxes
  implicit none
  type box
    integer(1) :: b
    integer :: n
    complex :: z
    character(3) :: s
  end type
  type, extends(box) :: crate
    integer(8) :: more(3) = 7
  end type
contains
  subroutine fill(e)
    class(box), intent(inout) :: e(:)
    integer :: i
    do i = 1, size(e)
      e(i)%b = 1; e(i)%n = 10*i + this_image()
      e(i)%z = cmplx(i, this_image()); e(i)%s = achar(96 + this_image())//achar(96 + i)//'.'
    end do
  end subroutine
  subroutine all_of(e)
    class(box), intent(inout) :: e(:)
    integer :: k, i, m, s
    k = num_images(); m = size(e)
    s = k*(k+1)/2
    call fill(e)
    call co_sum(e%n)
    if (any(e%n /= [(10*i*k + s, i = 1, m)])) error stop 1
    call fill(e)
    call co_sum(e(2:4)%n, result_image=k)
    if (this_image() == k .and. any(e(2:4)%n /= [(10*i*k + s, i = 2, 4)])) error stop 2
    if (e(1)%n /= 10 + this_image() .or. e(5)%n /= 50 + this_image()) error stop 3
    call fill(e)
    call co_max(e(5:1:-2)%n)
    if (any(e%n /= [10+k, 20+this_image(), 30+k, 40+this_image(), 50+k])) error stop 4
    call co_broadcast(e(4:2:-2)%z, k)
    if (e(2)%z /= cmplx(2, k) .or. e(3)%z /= cmplx(3, this_image())) error stop 5
    call fill(e)
    call co_broadcast(e(:3)%z, k)
    if (any(e(:3)%z /= [(cmplx(i, k), i = 1, 3)])) error stop 6
    if (e(4)%z /= cmplx(4, this_image())) error stop 7
    call co_min(e(::2)%s)
    if (any(e(::2)%s /= ['aa.', 'ac.', 'ae.'])) error stop 8
    if (e(2)%s /= achar(96 + this_image())//'b.') error stop 9
    call co_reduce(e(2:3)%n, later)
    if (any(e(2:3)%n /= [20+k, 30+k])) error stop 10
    call co_sum(e(4)%n)
    if (e(4)%n /= 40*k + s) error stop 11
    if (any(e%b /= 1)) error stop 12
  end subroutine
  pure integer function later(a, b)
    integer, intent(in) :: a, b
    later = max(a, b)
  end function
  subroutine of_coarray(e)
    class(box), intent(inout) :: e(:)[*]
    call all_of(e)
    call fill(e)
    sync all
    call co_sum(e(2:4)%n)
    if (any(e(2:4)%n /= num_images()*[20, 30, 40] + num_images()*(num_images()+1)/2)) error stop 13
  end subroutine
  subroutine contiguous_(e)
    class(box), intent(inout), contiguous :: e(:)
    call all_of(e)
  end subroutine
end module
program polymorphic_dummies
  use boxes
  implicit none
  class(box), allocatable :: a(:), x(:)[:], w(:)
  class(box), pointer :: p(:)
  allocate (crate :: a(5), p(5), w(10))
  allocate (crate :: x(5)[*])
  call all_of(a)
  call all_of(p)
  call all_of(w(10:1:-2))
  call of_coarray(x)
  call contiguous_(a)
  select type (a)
  type is (crate)
    if (any([a(1)%more, a(2)%more, a(3)%more, a(4)%more, a(5)%more] /= 7)) error stop 14
  end select
  deallocate (a)
  allocate (a(5))
  call all_of(a)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
