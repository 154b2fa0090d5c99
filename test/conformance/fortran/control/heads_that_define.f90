! conformance: images=1,2,3,5
! feature: heads and branches that define other images' objects
! A coindexed object is an actual argument that a function defines, in the heading of a construct or in a statement that directs control. The object is
! defined on every way that control takes.
program heads_that_define
  implicit none
  integer :: x[*], i, j, n, r, before, got(8)
  real :: f[*]
  character(4) :: c[*]
  logical :: l[*]
  x = 0; f = 0; c = 'a'; l = .false.
  n = num_images()
  sync all
  if (this_image() == 1) then
    do i = 1, 3
      if (bump(x[n]) > 0) exit
    end do
    if (x[n] /= 1 .or. i /= 1) error stop 'exit'
    if (bump(x[n]) < 0) then
      i = 5
    else if (bump(x[n]) < 0) then
      i = 6
    else if (bump(x[n]) == 4 .and. x[n] > 0) then
      i = 7
    else
      i = 8
    end if
    if (x[n] /= 4 .or. i /= 7) error stop 'if construct'
    do while (bump(x[n]) < 10)
      if (x[n] == 7) cycle
      i = x[n]
    end do
    if (x[n] /= 10 .or. i /= 9) error stop 'do while'
    i = 0
    do j = bump(x[n]), 1 + bump(x[n]), bump(x[n]) - 12
      i = i + 1
      x[n] = 0
    end do
    if (x[n] /= 0 .or. i /= 3) error stop 'do'
    i = 0
    do 10 j = 1, bump(x[n])
      do 10 r = 1, bump(x[n])
        i = i + 1
10  continue
    if (x[n] /= 2 .or. i /= 2) error stop 'labelled do'
    do 15 j = 1, 3
15  if (bump(x[n]) == 4) i = 15
    if (x[n] /= 5 .or. i /= 15) error stop 'terminal'
    select case (bump(x[n]))
    case (:5)
      i = 1
    case (6)
      i = 2
    case default
      i = 3
    end select
    if (x[n] /= 6 .or. i /= 2) error stop 'select case'
    select case (next_letter(c[n]))
    case ('bcde')
      i = 4
    case default
      i = 5
    end select
    if (c[n] /= 'b' .or. i /= 5) error stop 'select case of characters'
    select case (flip(l[n]))
    case (.true.)
      i = 6
    case (.false.)
      i = 7
    end select
    if (.not. l[n] .or. i /= 6) error stop 'select case of logicals'
    if (bump(x[n]) - 7) 20, 30, 20
20  i = 20
    goto 40
30  i = 30
40  continue
    if (x[n] /= 7 .or. i /= 30) error stop 'arithmetic if'
    if (add(f[n]) - 1.5) 50, 60, 60
50  i = 50
    goto 70
60  i = 60
70  continue
    if (f[n] /= 1.0 .or. i /= 50) error stop 'arithmetic if of reals'
    i = 0
    x[n] = 0
    goto (80, 90, 100) bump(x[n])
    i = 1
80  i = i + 10
90  i = i + 100
100 continue
    if (x[n] /= 1 .or. i /= 110) error stop 'computed goto'
    x[n] = 7
    goto (80, 90, 100), bump(x[n])
    if (x[n] /= 8) error stop 'computed goto, out of range'
    call alternate(*110, *120)
110 error stop 'first return'
120 if (x[n] /= 2) error stop 'return'
    call leave
    if (x[n] /= 3) error stop 'return under a condition'
    if (bump(x[n]) == 4) goto 130
    error stop 'goto'
130 if (x[n] /= 4) error stop 'goto under a condition'
    outer: do i = 1, 3
      do j = 1, 3
        if (bump(x[n]) == 6) cycle outer
        if (bump(x[n]) == 8) exit outer
      end do
    end do outer
    if (x[n] /= 8) error stop 'cycle'
    associate (a => bump(x[n]))
      before = x[n]
      if (a /= 9 .or. before /= 9) error stop 'associate'
    end associate
    got = 0
    where (bumped(x[n]) > 9) got = 1
    if (x[n] /= 10 .or. any(got /= 1)) error stop 'where'
  end if
  sync all
  if (this_image() == n .and. x /= 10) error stop 'at the end'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  integer function bump(a)
    integer, intent(inout) :: a
    a = a + 1
    bump = a
  end function
  function bumped(a) result(r)
    integer, intent(inout) :: a
    integer :: r(8)
    r = bump(a)
  end function
  real function add(a)
    real, intent(inout) :: a
    a = a + 1
    add = a
  end function
  character(4) function next_letter(a)
    character(*), intent(inout) :: a
    a = achar(iachar(a(1:1)) + 1)
    next_letter = a
  end function
  logical function flip(a)
    logical, intent(inout) :: a
    a = .not. a
    flip = a
  end function
  subroutine alternate(*, *)
    x[n] = 1
    return bump(x[n])
  end subroutine
  subroutine leave
    if (bump(x[n]) > 0) return
    x[n] = -1
  end subroutine
end program
