! conformance: images=1,2,3,5
! feature: coarray of extended type
module shapes
  implicit none
  type :: shape_t
    integer :: id = 0
    real :: area = 0.0
  end type shape_t
  type, extends(shape_t) :: circle_t
    real :: radius = 1.0
  contains
    procedure :: grow
  end type circle_t
contains
  subroutine grow(self)
    class(circle_t), intent(inout) :: self
    self%radius = self%radius + 1.0
  end subroutine grow
end module shapes

program extended_type
  use shapes
  implicit none
  type(circle_t) :: c[*]
  type(circle_t), allocatable :: list(:)[:]
  type(shape_t) :: s
  integer :: me, n, k, i
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  allocate (list(3)[*])
  c%id = me
  c%radius = 2.0 * me
  call c%grow()
  do i = 1, 3
    list(i) = circle_t(id=10 * me + i, area=0.5, radius=i)
  end do
  sync all
  call check('own component', nint(c[k]%radius), 2 * k + 1)
  call check('inherited component', c[k]%id, k)
  call check('through the parent', c[k]%shape_t%id, k)
  s = c[k]%shape_t
  call check('parent as a whole', s%id, k)
  call check('array, inherited', sum(list(:)[k]%id), 30 * k + 6)
  call check('array, parent', sum(list(:)[k]%shape_t%id), 30 * k + 6)
  call check('array, own', nint(sum(list(2:)[k]%radius)), 5)
  sync all
  c[k]%shape_t = shape_t(id=-me, area=1.5)
  sync all
  call check('parent put', c%id, -(modulo(me - 2, n) + 1))
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
end program extended_type
