! conformance: images=1,2,3
! feature: arrays with elements of odd sizes in headings of constructs, WHERE and FORALL
! No variable can stand for an array there, and what this image has of it is reached by the same
! pointer as what others have.
module labels
  implicit none
  type :: label
    character(11) :: c
  end type
  interface operator(.neg.)
    module procedure marked
  end interface
  interface operator(.same.)
    module procedure same
  end interface
contains
  function marked(a) result(r)
    type(label), intent(in) :: a(:)
    character(11) :: r(size(a))
    r = a%c
    r(:)(1:1) = '-'
  end function
  pure logical function same(a, b)
    type(label), intent(in) :: a(:), b(:)
    same = all(a%c == b%c)
  end function
end module
program sizes_in_heads
  use labels
  implicit none
  type(label) :: d(5)[*], w(3)
  character(11) :: c(6)[*], r(3), q(3)
  integer :: i, k
  k = num_images()
  c = [(repeat(achar(96 + i), 11), i = 1, 6)]
  d = [(label(repeat(achar(96 + i), 11)), i = 1, 5)]
  w = d(::2)
  r = ['-aaaaaaaaaa', '-cccccccccc', '-eeeeeeeeee']
  sync all
  if (any(.neg. d(::2)[k] /= r)) then
    error stop 'if'
  end if
  i = 0
  do while (all(.neg. d(::2)[k] == r))
    i = i + 1
    if (i > 3) exit
  end do
  if (i /= 4) error stop 'do while'
  select case (count(.neg. d(::2)[k] == r))
  case (3)
  case default
    error stop 'select case'
  end select
  do i = 1, count(.neg. d(::2)[k] == r)
  end do
  if (i /= 4) error stop 'do'
  if (.not. (d(::2)[k] .same. w)) then
    error stop 'same'
  else if (any(.neg. d(::2)[k] /= r)) then
    error stop 'else if'
  end if
  q = ''
  where (r == .neg. d(::2)[k]) q = .neg. d(::2)[k]
  if (any(q /= r)) error stop 'where'
  forall (i = 1:2, d(i::2)[k] .same. d(i::2)) q(i) = 'f'
  if (any(q(1:2) /= 'f')) error stop 'forall'
  associate (z => .neg. d(::2)[k])
    if (any(z /= r)) error stop 'associate'
  end associate
  q = [.neg. d(::2)[k]]
  if (any(q /= r)) error stop 'constructor'
  sync all
  if (this_image() == 1) then
    where (c(::2)[k] == pack(c(1:6:2), .true.)) c(::2)[k] = cshift(c(::2), 1)
  end if
  sync all
  if (this_image() == k) then
    if (any(c /= ['ccccccccccc', 'bbbbbbbbbbb', 'eeeeeeeeeee', 'ddddddddddd', 'aaaaaaaaaaa', &
        'fffffffffff'])) error stop 'own elements in WHERE'
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
