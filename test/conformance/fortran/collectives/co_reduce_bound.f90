! conformance: images=1,2,3,5
! feature: co_reduce of derived type
! A type with type-bound procedures, operators and an assignment of its own, which CO_REDUCE must not use; an extension of it; sections.
module fractions
  implicit none
  type :: fraction
    integer :: over = 0, under = 1
    integer :: assigned = 0
  contains
    procedure, private :: add, set
    procedure :: value
    generic :: operator(+) => add
    generic :: assignment(=) => set
  end type
  type, extends(fraction) :: tagged
    character(len=3) :: tag = 'new'
  end type
contains
  elemental subroutine set(a, b)
    class(fraction), intent(inout) :: a
    integer, intent(in) :: b
    a%over = b
    a%under = 1
    a%assigned = a%assigned + 1
  end subroutine
  pure type(fraction) function add(a, b) result(r)
    class(fraction), intent(in) :: a
    type(fraction), intent(in) :: b
    r%over = a%over*b%under + b%over*a%under
    r%under = a%under*b%under
  end function
  elemental double precision function value(a)
    class(fraction), intent(in) :: a
    value = dble(a%over)/a%under
  end function
  pure type(fraction) function plus(a, b)
    type(fraction), intent(in) :: a, b
    plus = a + b
  end function
  pure type(tagged) function longer(a, b)
    type(tagged), intent(in) :: a, b
    longer%over = max(a%over, b%over)
    longer%under = min(a%under, b%under)
    longer%tag = a%tag(1:1)//'&'//b%tag(3:3)
  end function
  subroutine nothing(x)
    type(fraction), intent(inout) :: x(:,:)
    call co_reduce(x, plus)
  end subroutine
end module fractions

module assigning
  implicit none
  type :: counter
    integer :: n = 0, copies = 0
  contains
    procedure, private :: copy
    generic :: assignment(=) => copy
  end type
contains
  pure subroutine copy(a, b)
    class(counter), intent(inout) :: a
    class(counter), intent(in) :: b
    a%n = b%n
    a%copies = b%copies + 1
  end subroutine
  pure function sum_of(a, b) result(r)
    type(counter), intent(in) :: a, b
    type(counter) :: r
    r%n = a%n + b%n
    r%copies = a%copies + b%copies
  end function
end module assigning

program co_reduce_bound
  use fractions
  use assigning
  implicit none
  type(fraction) :: one, grid(4,3), co[*]
  type(fraction), allocatable :: list(:)
  type(tagged) :: t
  type(counter) :: c(2)
  integer :: me, n, i, j, status
  me = this_image()
  n = num_images()
  one = me
  call co_reduce(one, plus)
  if (one%over /= n*(n + 1)/2 .or. one%under /= 1) error stop 'scalar'

  do j = 1, 3
    do i = 1, 4
      grid(i,j)%over = 100*i + 10*j + me
    end do
  end do
  call co_reduce(grid(4:1:-2, 1::2), plus, stat=status)
  if (status /= 0) error stop 'status'
  do j = 1, 3
    do i = 1, 4
      if (mod(i, 2) == 0 .and. mod(j, 2) == 1) then
        if (grid(i,j)%over /= n*(100*i + 10*j) + n*(n + 1)/2) error stop 'section'
      else
        if (grid(i,j)%over /= 100*i + 10*j + me) error stop 'beside the section'
      end if
    end do
  end do
  call nothing(grid(2:1, :))
  call nothing(grid(2:2, 3:3))
  if (grid(2,3)%over /= n*(n*(230) + n*(n + 1)/2)) error stop 'one element'

  allocate (list(-1:1))
  list%over = [1, 2, me]
  call co_reduce(list, plus, result_image=n)
  if (me == n) then
    if (any(list%over /= [n, 2*n, n*(n + 1)/2])) error stop 'list'
    if (any(abs(list%value() - list%over) > 0)) error stop 'values'
  end if

  co%over = me*me
  co%under = 1
  call co_reduce(co, plus)
  sync all
  if (co[n]%over /= n*(n + 1)*(2*n + 1)/6) error stop 'coarray'

  t%over = me
  t%under = -me
  write (t%tag, '(a,i0)') 'ab', me
  call co_reduce(t, longer)
  if (t%over /= n .or. t%under /= -n .or. (n == 1 .and. t%tag /= 'ab1')) error stop 'extension'

  c%n = [me, 2*me]
  call co_reduce(c, sum_of)
  if (any(c%n /= [1, 2]*n*(n + 1)/2) .or. any(c%copies /= 0)) error stop 'assigned'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program co_reduce_bound
