! conformance: images=1,2,3,5
! feature: polymorphic coarrays
module shapes_m
  implicit none
  type :: shape
    integer :: id = 0
  contains
    procedure :: area => no_area
  end type shape
  type, extends(shape) :: square
    real :: side = 1
  contains
    procedure :: area => square_area
  end type square
contains
  real function no_area(self)
    class(shape), intent(in) :: self
    no_area = -1 - 0 * self%id
  end function no_area
  real function square_area(self)
    class(square), intent(in) :: self
    square_area = self%side**2
  end function square_area
end module shapes_m

program polymorphic_coarray
  use shapes_m
  implicit none
  class(shape), allocatable :: s[:], list(:)[:]
  integer :: me, n, k, left
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  allocate (square :: s[*])
  allocate (list(3)[*], source=square(id=7, side=2.0))
  s%id = me
  select type (s)
  type is (square)
    s%side = 0.5 * me
    sync all
    call check('own component', nint(2 * s[k]%side), k)
    sync all
    s[k]%side = 3.0 * me
    sync all
    call check('put', nint(s%side), 3 * left)
  class default
    error stop 'FAIL: type'
  end select
  call check('inherited component', s[k]%id, k)
  call check('dispatch', nint(s%area()), 9 * left * left)
  list(2)%id = 10 * me
  sync all
  call check('array', sum(list(:)[k]%id), 14 + 10 * k)
  call check('dispatch in an array', nint(list(1)%area()), 4)
  call dummy(s, k)
  deallocate (s)
  allocate (s[*])
  sync all
  call check('allocated with the declared type', nint(s%area()), -1)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine dummy(x, k)
    class(shape), intent(inout) :: x[*]
    integer, intent(in) :: k
    call check('dummy', x[k]%id, k)
    sync all
    x[k]%id = -me
    sync all
    call check('dummy, put', x%id, -left)
  end subroutine dummy
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program polymorphic_coarray
