! conformance: images=1,2,3
! feature: defined assignment of sections by vector subscripts, and in headings of constructs
! The type has an elemental defined assignment. Association with dummy arguments calls it never,
! also in the headings of constructs, and assignment to sections by vector subscripts once for each
! element. gfortran up to 15 does not call it there (faults/assignment_by_vector).
module vectors
  implicit none
  type vec
    integer :: n = 0
    integer :: pad(2) = 0
  contains
    procedure :: assign
    generic :: assignment(=) => assign
  end type
  type box
    integer :: k = 0
    type(vec) :: v(4)
  end type
  type heap
    type(vec), allocatable :: v(:)
  end type
  type fin
    integer :: n = 5
    integer :: pad(2) = 0
  contains
    final :: finish
  end type
  integer :: ended = 0
  type(vec), save :: y(4)[*]
contains
  impure elemental subroutine finish(a)
    type(fin), intent(inout) :: a
    ended = ended + 1
    a%n = -1
  end subroutine
  integer function totalf(list)
    type(fin) :: list(:)
    totalf = sum(list%n)
  end function
  ! the variables of a heading are those of the procedure, which may be executed again
  recursive subroutine deep(d, k)
    integer, intent(in) :: d, k
    integer :: i
    do i = 0, min(0, total(y(2:1+d)[k]))
      if (d > 1) call deep(d - 1, k)
    end do
    if (total(y(1:d)[k]) /= 0) then
      error stop 'deep'
    end if
  end subroutine
  elemental subroutine assign(a, b)
    class(vec), intent(inout) :: a
    type(vec), intent(in) :: b
    a%n = b%n + 1000
  end subroutine
  elemental subroutine bump(a, n)
    type(vec), intent(inout) :: a
    integer, intent(in) :: n
    a%n = a%n + n
  end subroutine
  impure elemental integer function bumped(a)
    type(vec), intent(inout) :: a
    a%n = a%n + 10
    bumped = a%n
  end function
  integer function total(list)
    type(vec) :: list(:)
    total = sum(list%n)
  end function
end module
program elemental_assignment_vectors
  use vectors
  implicit none
  type(fin) :: e(3)[*]
  type(box) :: b[*]
  type(heap) :: h[*]
  integer :: k, n, t(2)
  type(vec) :: w(2)
  k = mod(this_image(), num_images()) + 1
  y%n = [1, 2, 3, 4]; b%v%n = [1, 2, 3, 4]
  allocate (h%v(4)); h%v%n = [1, 2, 3, 4]
  sync all
  call bump(y([4,2])[k], 100)
  call bump(b[k]%v([4,2]), 100)
  if (.true.) h[k]%v([4,2])%n = [104, 102]
  sync all
  if (any(y%n /= [1, 102, 3, 104])) error stop 'y'
  if (any(b%v%n /= [1, 102, 3, 104])) error stop 'b'
  if (any(h%v%n /= [1, 102, 3, 104])) error stop 'h'
  sync all
  if (total(y([4,2])[k]) /= 206) error stop 'ty'
  if (total(b[k]%v([4,2])) /= 206) error stop 'tb'
  if (total(h[k]%v([4,2])) /= 206) error stop 'th'
  select case (total(b[k]%v(2:4)))
  case (209)
  case default
    error stop 'case'
  end select
  do while (total(h[k]%v(2:4)) /= 209)
    error stop 'while'
  end do
  sync all
  if (any(y%n /= [1, 102, 3, 104])) error stop 'y2'
  if (any(b%v%n /= [1, 102, 3, 104])) error stop 'b2'
  if (any(h%v%n /= [1, 102, 3, 104])) error stop 'h2'
  sync all
  t = bumped(y(2:3)[k])
  sync all
  if (any(t /= [112, 13]) .or. any(y%n /= [1, 112, 13, 104])) error stop 't'
  sync all
  if (any(bumped(y(2:3)[k]) /= [122, 23])) error stop 'bumped'
  if (any(bumped(h[k]%v(2:3)) /= [112, 13])) print *, 'bumped h'
  sync all
  if (any(y%n /= [1, 122, 23, 104])) error stop 'y3'
  if (any(h%v%n /= [1, 112, 13, 104])) error stop 'h3'
  sync all
  y%n = [1, 2, 3, 4]; b%v%n = [1, 2, 3, 4]; h%v%n = [1, 2, 3, 4]
  sync all
  w%n = [7, 8]
  y([4,2])[k] = w
  b[k]%v([4,2]) = w
  h[k]%v([4,2]) = w
  sync all
  if (any(y%n /= [1, 1008, 3, 1007])) error stop 'y4'
  if (any(b%v%n /= [1, 1008, 3, 1007])) error stop 'b4'
  if (any(h%v%n /= [1, 1008, 3, 1007])) error stop 'h4'
  sync all
  w = y([4,2])[k]
  if (any(w%n /= [2007, 2008])) error stop 'w'
  w = b[k]%v([4,2])
  if (any(w%n /= [2007, 2008])) error stop 'wb'
  w = h[k]%v([4,2])
  if (any(w%n /= [2007, 2008])) error stop 'wh'
  ended = 0
  n = totalf(e([3, 1])[k])
  if (n /= 10 .or. ended /= 0) error stop 'final, vector'
  if (totalf(e(2:3)[k]) /= 10) then
    error stop 'final, if'
  end if
  if (ended /= 0) error stop 'final'
  sync all
  y%n = 0
  sync all
  select case (total(y(2:3)[k])); case default; end select
  do n = 1, total(y(2:3)[k]); end do
  do while (total(y(2:3)[k]) > 7); end do
  associate (s => total(y(2:3)[k])); end associate
  if (k < 0) then; else if (total(y(2:3)[k]) > 7) then; end if
  call deep(3, k)
  sync all
  if (any(y%n /= 0)) error stop 'headings'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
