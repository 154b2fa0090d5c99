! An array constructor of function results whose type has allocatable components, one of its own type.
module parts_collected
  implicit none
  type :: shape_t
    integer :: kind = 0
  end type
  type, extends(shape_t) :: poly
    real(8), allocatable :: x(:)
  end type
  type :: cell
    integer :: id = -1
    real(8), allocatable :: u(:)
    character(:), allocatable :: name
    class(shape_t), allocatable :: outline
    type(cell), allocatable :: child
  end type
contains
  type(cell) function made(id, n) result(c)
    integer, intent(in) :: id, n
    integer :: k
    c%id = id
    if (n > 0) allocate (c%u(n), source=[(id + k * 0.5d0, k=1,n)])
    c%name = repeat('x', mod(id, 5))
    if (mod(id, 2) == 0) then
      allocate (c%outline, source=poly(id, [1d0 * id, 2d0]))
    else if (mod(id, 3) == 0) then
      allocate (c%outline, source=shape_t(id))
    end if
    if (mod(id, 4) == 1) then
      allocate (c%child)
      c%child%id = id + 1000
      c%child%name = 'child'
    end if
  end function
  subroutine check(c, id, n, where)
    type(cell), intent(in) :: c
    integer, intent(in) :: id, n
    character(*), intent(in) :: where
    integer :: k
    if (c%id /= id) error stop where // ': id'
    if (allocated(c%u) .neqv. n > 0) error stop where // ': u'
    if (n > 0) then
      if (size(c%u) /= n) error stop where // ': size'
      if (any(c%u /= [(id + k * 0.5d0, k=1,n)])) error stop where // ': values'
    end if
    if (c%name /= repeat('x', mod(id, 5)) .or. len(c%name) /= mod(id, 5)) error stop where // ': name'
    if (allocated(c%outline) .neqv. (mod(id, 2) == 0 .or. mod(id, 3) == 0)) error stop where // ': outline'
    if (allocated(c%outline)) then
      select type (o => c%outline)
      type is (poly)
        if (mod(id, 2) /= 0 .or. any(o%x /= [1d0 * id, 2d0])) error stop where // ': poly'
      type is (shape_t)
        if (mod(id, 2) == 0 .or. o%kind /= id) error stop where // ': shape'
      end select
    end if
    if (allocated(c%child) .neqv. mod(id, 4) == 1) error stop where // ': child'
    if (allocated(c%child)) then
      if (c%child%id /= id + 1000 .or. c%child%name /= 'child') error stop where // ': child value'
    end if
  end subroutine
end module
program recursive_constructor
  use parts_collected
  implicit none
  type(cell) :: arr(4)
  integer :: i
  arr = [(made(i, mod(i, 3)), i = 2, 5)]
  do i = 2, 5
    call check(arr(i - 1), i, mod(i, 3), 'constructor')
  end do
  print '(a)', 'PASS'
end program
