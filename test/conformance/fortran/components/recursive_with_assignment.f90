! conformance: images=1,2,3,5,8
! feature: assignment of coindexed objects with allocatable components of their own type
! A program that defines assignments, of other types and of this one to others: that of one tree to another stays the intrinsic one, all levels deep.
module forest_m
  implicit none
  type :: tree
    integer :: value = 0
    type(tree), allocatable :: kid(:)
  end type
  type :: label
    integer :: n = 0, assigned = 0
  contains
    procedure, private :: from_integer
    procedure, private :: from_label
    generic :: assignment(=) => from_integer, from_label
  end type
  type :: chain
    type(label) :: l
    type(chain), allocatable :: next
  end type
  interface assignment(=)
    module procedure number_of_tree, tree_of_number
  end interface
contains
  subroutine from_integer(to, from)
    class(label), intent(inout) :: to
    integer, intent(in) :: from
    to%n = from
  end subroutine
  subroutine from_label(to, from)
    class(label), intent(inout) :: to
    type(label), intent(in) :: from
    to%n = from%n
    to%assigned = to%assigned + 1
  end subroutine
  subroutine number_of_tree(to, from)
    integer, intent(out) :: to
    type(tree), intent(in) :: from
    to = total(from)
  end subroutine
  recursive subroutine tree_of_number(to, from)
    type(tree), intent(out) :: to
    integer, intent(in) :: from
    integer :: i
    to%value = from
    if (from >= 400) return
    allocate (to%kid(2))
    do i = 1, 2
      to%kid(i) = from + 100 * i
    end do
  end subroutine
  recursive integer function total(t) result(s)
    type(tree), intent(in) :: t
    integer :: i
    s = t%value
    if (.not. allocated(t%kid)) return
    do i = 1, size(t%kid)
      s = s + total(t%kid(i))
    end do
  end function
end module forest_m
program recursive_with_assignment
  use forest_m
  implicit none
  type(tree) :: x[*], w, list(2)
  type(label) :: l[*], own
  integer :: k, me, before, sum_of
  me = this_image(); k = mod(me, num_images()) + 1
  x = me
  l = 10 * me
  before = total(x)
  sync all
  w = x[k]
  sum_of = w
  if (w%kid(2)%kid(1)%value /= k + 300 .or. sum_of - k * count_of(w) /= before - me * count_of(x)) error stop 'FAIL: values'
  w%kid(1)%kid(2)%value = -1
  w%kid(2)%kid(1)%kid(1)%value = -1
  list(2) = x[k]
  list(1) = x[k]%kid(2)
  if (list(1)%kid(1)%kid(1)%value /= k + 400) error stop 'FAIL: a component'
  deallocate (list(2)%kid(1)%kid)
  sync all
  if (total(x) /= before .or. .not. allocated(x%kid(1)%kid)) error stop 'FAIL: the original has changed'
  sum_of = x[k]
  if (sum_of - k * count_of(x) /= before - me * count_of(x)) error stop 'FAIL: a defined assignment of the object'
  own = l[k]
  if (own%n /= 10 * k .or. own%assigned /= 1) error stop 'FAIL: a type-bound assignment'
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  recursive integer function count_of(t) result(n)
    type(tree), intent(in) :: t
    integer :: i
    n = 1
    if (.not. allocated(t%kid)) return
    do i = 1, size(t%kid)
      n = n + count_of(t%kid(i))
    end do
  end function
end program recursive_with_assignment
