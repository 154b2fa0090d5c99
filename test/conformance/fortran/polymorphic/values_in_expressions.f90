! conformance: images=1,2,3
! feature: polymorphic coarrays
! The value of a polymorphic coindexed object keeps its dynamic type in parentheses as an argument,
! an operand and a selector, as the right side of a defined assignment, as an output item, and in
! MERGE.
module shapes
  implicit none
  type :: shape
     integer :: id = 0
   contains
     procedure :: area => no_area
     procedure, private :: put
     generic :: write(formatted) => put
  end type shape
  type, extends(shape) :: polygon
     integer, allocatable :: corners(:)
   contains
     procedure :: area => polygon_area
  end type polygon
  type :: summary
     integer :: area = -1
  end type summary
  interface operator(.same.)
     procedure same
  end interface
  interface assignment(=)
     procedure summarize
  end interface
  integer :: calls = 0
contains
  integer function no_area(self)
    class(shape), intent(in) :: self
    no_area = 0*self%id
  end function no_area
  integer function polygon_area(self)
    class(polygon), intent(in) :: self
    polygon_area = sum(self%corners)
  end function polygon_area
  integer function area(a)
    class(shape), intent(in) :: a
    calls = calls + 1
    area = a%area()
  end function area
  integer function areas(a)
    class(shape), intent(in) :: a(:)
    integer :: i
    areas = sum([(a(i)%area(), i=1, size(a))])
  end function areas
  function opposite(a) result(b)
    class(shape), intent(in) :: a
    class(shape), allocatable :: b
    allocate (b, source=a)
    select type (b)
    type is (polygon)
       b%corners = -b%corners
    end select
  end function opposite
  logical function same(a, b)
    class(shape), intent(in) :: a, b
    same = same_type_as(a, b) .and. a%area() == b%area()
  end function same
  integer function declared(a)
    type(shape), intent(in) :: a
    declared = a%id
  end function declared
  subroutine summarize(to, from)
    type(summary), intent(out) :: to
    class(shape), intent(in) :: from
    to%area = from%area()
  end subroutine summarize
  subroutine tell(a, answer)
    class(*), intent(in), optional :: a
    integer, intent(out) :: answer
    answer = -1
    if (.not. present(a)) return
    select type (a)
    type is (shape)
       answer = 0
    type is (polygon)
       answer = sum(a%corners)
    end select
  end subroutine tell
  subroutine put(dtv, unit, iotype, v_list, iostat, iomsg)
    class(shape), intent(in) :: dtv
    integer, intent(in) :: unit, v_list(:)
    character(len=*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(len=*), intent(inout) :: iomsg
    write (unit, '(i0,a)', iostat=iostat, iomsg=iomsg) dtv%area(), iotype(:0)
  end subroutine put
end module shapes

program values_in_expressions
  use shapes
  implicit none
  class(shape), allocatable :: x[:], row(:)[:]
  class(shape), allocatable :: y
  type(summary) :: s
  integer :: me, n, k, i, j
  character(len=20) :: line
  me = this_image()
  n = num_images()
  allocate (polygon :: x[*], row(3)[*])
  select type (x)
  type is (polygon)
     x%corners = [(me, i=1, me + 1)]
  end select
  select type (row)
  type is (polygon)
     do i = 1, 3
        row(i)%corners = [(i*me, j=1, 2)]
     end do
  end select
  x%id = 100*me
  sync all
  do k = 1, n
     if (area((x[k])) /= k*(k + 1)) error stop 1
     if (area(((row(2)[k]))) /= 4*k) error stop 2
     call tell((x[k]), i)
     if (i /= k*(k + 1)) error stop 3
     call tell(answer=i, a=(row(3)[k]))
     if (i /= 6*k) error stop 4
     if (area((x[k])) < 0) then
        error stop 5
     else if (area((row(1)[k])) /= 2*k) then
        error stop 6
     end if
     select case (area((x[k])) - k*k - k)
     case (0)
     case default
        error stop 7
     end select
     if (.not. ((x[k]) .same. (x[k]))) error stop 8
     if (((x[k]) .same. row(1)) .neqv. k*(k + 1) == 2*me) error stop 9
     s = x[k]
     if (s%area /= k*(k + 1)) error stop 10
     if (me > 0) s = (row(3)[k])
     if (s%area /= 6*k) error stop 11
     associate (a => (x[k]), b => [k])
       if (a%area() /= b(1)*(k + 1) .or. a%id /= 100*k) error stop 12
     end associate
     select type (a => (x[k]))
     type is (polygon)
        if (size(a%corners) /= k + 1) error stop 13
     class default
        error stop 14
     end select
     write (line, '(dt)') x[k]
     read (line, *) i
     if (i /= k*(k + 1)) error stop 15
     write (line, *) (x[k]), row(2)[k]%id
     read (line, *) i, j
     if (i /= k*(k + 1) .or. j /= 0) error stop 16
     if (area(merge(x[k], row(3)[k], k == me)) /= merge(k*(k + 1), 6*k, k == me)) error stop 17
     if (.not. same_type_as((x[k]), x)) error stop 18
     if (storage_size((x[k])) /= storage_size(x)) error stop 19
     if (areas((row(:)[k])) /= 12*k .or. areas((row(3:1:-2)[k])) /= 8*k) error stop 20
     if (declared((x[k])) /= 100*k) error stop 21
     i = 0
     calls = 0
     do while (area((row(mod(i, 3) + 1)[k])) < 6*k)
        i = i + 1
     end do
     if (i /= 2 .or. calls /= 3) error stop 22
     y = opposite((x[k]))
     if (y%area() /= -k*(k + 1)) error stop 24
     y = merge(x[me], x[k], k > n)
     if (y%area() /= k*(k + 1)) error stop 25
     y = (row(2)[k])
     if (y%area() /= 4*k) error stop 26
     if (maxval([area((x[k])), area((row(1)[k]))]) /= max(k*(k + 1), 2*k)) error stop 23
  end do
  sync all
  if (me == 1) print '(a)', 'PASS'
end program values_in_expressions
