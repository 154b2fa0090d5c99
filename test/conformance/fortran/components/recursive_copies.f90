! conformance: images=1,2,3,5
! feature: assignment of coindexed objects with allocatable components of their own type
! Trees and lists whose nodes hold allocatable components of the nodes' type: a copy has all levels, and shares nothing with the original.
module m
  implicit none
  type :: tree
    integer :: value = 0
    type(tree), allocatable :: kid(:)
  end type
  type :: node
    integer :: value = 0
    character(len=:), allocatable :: name
    type(node), allocatable :: next
  end type
  type :: holder
    type(tree), allocatable :: t(:)
    type(node), allocatable :: n
  end type
  type(tree) :: x[*]
contains
  ! A tree of so many levels; the values tell image and place.
  recursive subroutine grow(t, levels, value)
    type(tree), intent(out) :: t
    integer, intent(in) :: levels, value
    integer :: i
    t%value = value
    if (levels == 0) return
    allocate (t%kid(0:1))
    do i = 0, 1
      call grow(t%kid(i), levels - 1, 2 * value + i)
    end do
  end subroutine
  recursive logical function grown(t, levels, value) result(ok)
    type(tree), intent(in) :: t
    integer, intent(in) :: levels, value
    integer :: i
    ok = t%value == value .and. (allocated(t%kid) .eqv. levels > 0)
    if (.not. ok .or. levels == 0) return
    ok = size(t%kid) == 2
    do i = 0, 1
      if (ok) ok = grown(t%kid(lbound(t%kid, 1) + i), levels - 1, 2 * value + i)
    end do
  end function
  recursive subroutine chain(l, length, value)
    type(node), intent(out) :: l
    integer, intent(in) :: length, value
    l%value = value
    l%name = repeat('n', length)
    if (length == 0) return
    allocate (l%next)
    call chain(l%next, length - 1, value + 1)
  end subroutine
  recursive logical function chained(l, length, value) result(ok)
    type(node), intent(in) :: l
    integer, intent(in) :: length, value
    ok = l%value == value .and. l%name == repeat('n', length) .and. (allocated(l%next) .eqv. length > 0)
    if (ok .and. length > 0) ok = chained(l%next, length - 1, value + 1)
  end function
  recursive integer function total(t) result(s)
    type(tree), intent(in) :: t
    integer :: i
    s = t%value
    if (.not. allocated(t%kid)) return
    do i = lbound(t%kid, 1), ubound(t%kid, 1)
      s = s + total(t%kid(i))
    end do
  end function
end module
program p
  use m
  implicit none
  type(tree) :: w, forest(4)[*], local(4)
  type(tree), allocatable :: a, b(:), c(:)
  type(tree), target :: goal
  type(tree), pointer :: to
  type(node) :: l[*], line, lines(2)
  type(holder) :: h[*], own
  integer :: me, n, k, i
  me = this_image()
  n = num_images()
  k = mod(me, n) + 1
  call grow(x, 4, me)
  do i = 1, 4
    call grow(forest(i), i, 10 * me + i)
  end do
  call chain(l, 7, 100 * me)
  allocate (h%t(2), h%n)
  call grow(h%t(1), 1, me)
  call grow(h%t(2), 3, 2 * me)
  call chain(h%n, 3, me)
  sync all

  w = x[k]
  if (.not. grown(w, 4, k)) error stop 'FAIL object'
  w%kid(0)%kid(1)%kid(0)%value = -1
  if (x[k]%kid(0)%kid(1)%kid(0)%value /= 8 * k + 2) error stop 'FAIL shared'
  w = x[k]
  if (.not. grown(w, 4, k)) error stop 'FAIL object again'
  w = x[k]%kid(1)
  if (.not. grown(w, 3, 2 * k + 1)) error stop 'FAIL part'
  if (lbound(w%kid, 1) /= 0) error stop 'FAIL bounds'
  a = x[k]
  if (.not. grown(a, 4, k)) error stop 'FAIL allocatable'
  a = x[me]%kid(0)
  if (.not. grown(a, 3, 2 * me)) error stop 'FAIL own'
  to => goal
  to = x[k]
  if (.not. grown(goal, 4, k)) error stop 'FAIL pointer'
  local(3) = forest(2)[k]
  if (.not. grown(local(3), 2, 10 * k + 2)) error stop 'FAIL element'
  line = l[k]
  if (.not. chained(line, 7, 100 * k)) error stop 'FAIL list'
  lines(2) = l[k]%next%next
  if (.not. chained(lines(2), 5, 100 * k + 2)) error stop 'FAIL rest of a list'
  own = h[k]
  if (.not. (grown(own%t(1), 1, k) .and. grown(own%t(2), 3, 2 * k) .and. chained(own%n, 3, k))) error stop 'FAIL holder'

  b = x[k]%kid
  if (size(b) /= 2 .or. .not. (grown(b(lbound(b, 1)), 3, 2 * k) .and. grown(b(ubound(b, 1)), 3, 2 * k + 1))) error stop 'FAIL array'
  if (lbound(b, 1) /= 0) error stop 'FAIL bounds of an array'
  c = forest(:)[k]
  do i = 1, 4
    if (.not. grown(c(i), i, 10 * k + i)) error stop 'FAIL section'
  end do
  c = forest(2:3)[k]
  if (size(c) /= 2 .or. .not. (grown(c(1), 2, 10 * k + 2) .and. grown(c(2), 3, 10 * k + 3))) error stop 'FAIL shorter'
  local(1:3:2) = forest(4:3:-1)[k]
  if (.not. (grown(local(1), 4, 10 * k + 4) .and. grown(local(3), 3, 10 * k + 3))) error stop 'FAIL stride'
  local(2:3) = x[k]
  if (.not. (grown(local(2), 4, k) .and. grown(local(3), 4, k))) error stop 'FAIL scalar to array'
  own%t = h[k]%t
  if (.not. (grown(own%t(1), 1, k) .and. grown(own%t(2), 3, 2 * k))) error stop 'FAIL component'
  if (total(x[k]) /= sum_of(4, k)) error stop 'FAIL argument'
  sync all

  ! the variable is part of what is read, or that is part of it
  x = x[me]%kid(1)
  if (.not. grown(x, 3, 2 * me + 1)) error stop 'FAIL smaller'
  x%kid(0) = x[me]
  if (.not. (grown(x%kid(0), 3, 2 * me + 1) .and. grown(x%kid(1), 2, 4 * me + 3))) error stop 'FAIL into itself'
  sync all
  forest(1) = forest(4)[k]
  if (.not. grown(forest(1), 4, 10 * k + 4)) error stop 'FAIL coarray'
  l = l[me]%next
  if (.not. chained(l, 6, 100 * me + 1)) error stop 'FAIL tail'
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  integer function sum_of(levels, value) result(s)
    integer, intent(in) :: levels, value
    type(tree) :: t
    call grow(t, levels, value)
    s = total(t)
  end function
end program
