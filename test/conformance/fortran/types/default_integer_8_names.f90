! conformance: images=1,2,3
! feature: default integers of 8 bytes
! build-args: -fdefault-integer-8
! With -fdefault-integer-8 generated text calls INT and LOGICAL. Here they are names of the program.
! So are names that the runtime's module has for itself. TYPE IS guards stay what they are.
! An assignment to a variable whose name begins as IMPORT and USE do is an assignment.
module names
  implicit none
  type :: t
    integer :: int = 0
  end type
  interface logical
    module procedure int
  end interface
  integer :: counted(2)[*]
  type :: point
    integer :: i = 0
  end type
contains
  subroutine moved(d)
    class(point), intent(inout) :: d(:)[*]
    call shifted(d(2:))
  end subroutine
  subroutine shifted(d)
    type(point), intent(inout) :: d(:)[*]
    d(1)%i = 7*this_image()
    sync all
    if (d(1)[num_images()]%i /= 7*num_images()) error stop 12
    sync all
  end subroutine
  integer function int(i)
    integer, intent(in) :: i
    int = 10 + i
    counted(2) = this_image()
  end function
end module
program default_integer_8_names
  call variables
  call procedures
  call statements
  call bounds
  call guards
  print '(a)', 'PASS'
contains
  subroutine variables
    implicit none
    integer :: int(3), a[*], st
    logical :: logical(2), b[*]
    integer, allocatable :: c(:)[:]
    save :: a, b
    int = [1, 2, 3]
    logical = [.true., .false.]
    a = int(2) + this_image()
    b = logical(1)
    sync all
    if (a[num_images()] /= 2 + num_images()) error stop 1
    if (.not. b[1]) error stop 2
    sync all
    allocate (c(int(3))[*], stat=st)
    if (st /= 0) error stop 3
    c = int
    sync all
    if (c(int(2))[num_images()] /= 2) error stop 4
    call co_sum(a, result_image=int(1), stat=st)
    if (st /= 0) error stop 5
    if (this_image() == 1 .and. a /= 2*num_images() + num_images()*(num_images() + 1)/2) error stop 6
    call co_max(a, int(1))
    if (int(1) == this_image()) sync images (*)
    if (int(1) /= this_image()) sync images (int(1))
    deallocate (c)
    if (.not. logical(1)) stop int(2), quiet=logical(2)
    if (.not. logical(1)) error stop int(3)
  end subroutine
  subroutine procedures
    use names
    implicit none
    type(t) :: x[*]
    save :: x
    counted = 0
    x%int = logical(this_image())
    sync all
    if (x[num_images()]%int /= 10 + num_images()) error stop 7
    call co_sum(counted(2), result_image=int(1) - 10)
    if (this_image() == 1) then
      if (counted(2) /= num_images()*(num_images() + 1)/2) error stop 8
    end if
    if (counted(1)[int(1 - 10)] /= 0) error stop 9
    sync images ([int(num_images() - this_image() + 1) - 10])
  end subroutine
  subroutine bounds
    implicit none
    integer :: is(3), ie(3), a(6)[*], image, k
    save :: a
    is = [1, 3, 5]
    ie = is + 1
    a = [(10*this_image() + k, k = 1, 6)]
    sync all
    image = merge(1_8, this_image() + 1, this_image() == num_images())
    do k = 1, 3
      if (any(a(is(k):ie(k))[image] /= 10*image + is(k) + [0, 1])) error stop 13
    end do
    sync all
    a(is(2))[image] = is(3)
    sync all
    if (a(3) /= 5) error stop 14
  end subroutine
  subroutine guards
    use names
    implicit none
    class(point), allocatable :: p(:)[:]
    allocate (p(3)[*])
    call moved(p)
    if (p(2)%i /= 7*this_image()) error stop 15
  end subroutine
  subroutine statements
    implicit none
    integer :: imported, use, import(3)
    imported = this_image()
    use = merge(num_images(), 7_8, imported == this_image())
    import = max(1_8, this_image())
    if (any(import /= imported)) error stop 10
    if (use /= num_images()) error stop 11
  end subroutine
end program
