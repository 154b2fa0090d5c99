! conformance: images=1,2,3,5
! feature: coindexed in expressions
! Coindexed objects in every statement that takes an expression.
program any_expression
  implicit none
  integer :: n[*], lim(3)[*], me, np, k, i, s, u
  character(10) :: fmt[*] = '(i4)', fname[*], act[*], str
  logical :: l[*]
  real, allocatable :: a(:,:)
  character(:), allocatable :: c
  integer :: unit[*]
  real :: pi[*]
  character(10) :: fmt2[*]
  integer, pointer :: p(:)
  integer, target :: tg(20)
  me = this_image(); np = num_images(); k = mod(me,np)+1
  n = k + 2; lim = [1, 7, 2]; l = .true.; pi = 3.14
  fname = 'scratch'
  act = 'readwrite'; unit = 40 + me
  sync all
  s = 0
  do i = lim(1)[k], lim(2)[k], lim(3)[k]
    s = s + i
  end do
  if (s /= 16) error stop 'do'
  go to (1, 2, 3), lim(3)[k]
1 error stop '1'
3 error stop '3'
2 continue
  if (lim(1)[k] - 1) 4, 5, 4
4 error stop '4'
5 allocate (a(n[k], lim(3)[k]:lim(2)[k]))
  if (size(a,1) /= mod(k,np)+3 .or. lbound(a,2) /= 2) error stop 'alloc'
  allocate (character(lim(2)[k]) :: c)
  if (len(c) /= 7) error stop 'len'
  deallocate (a)
  allocate (a(2,2), source=pi[k])
  if (any(a /= 3.14)) error stop 'source'
  open (unit=unit[me], status=fname[k], action=trim(act[k]), iostat=i)
  if (i /= 0) error stop 'open'
  write (unit[me], fmt[k]) lim(2)[k]
  rewind (unit[me])
  read (unit[me], fmt=fmt[k]) i
  if (i /= 7) error stop 'read'
  backspace unit[me]
  endfile (unit[me])
  inquire (unit[me], position=fmt2[me])
  close (unit[me])
  write (str, fmt=fmt[k]) n[k]
  if (str /= achar(32)) then; end if
  p(lim(3)[k]:) => tg(1:n[k])
  if (lbound(p,1) /= 2 .or. size(p) /= n[k]) error stop 'p'
  if (l[k]) then; s = 1; else if (l[1]) then; s = 2; end if
  s = merge(lim(1)[k], lim(2)[k], l[k])
  where ([l[k], .false.]) tg(1:2) = n[k]
  if (tg(1) /= n[k]) error stop 'where'
  if (any([(n[i], i=1,np)] /= [(mod(i,np)+3, i=1,np)])) error stop 'impl'
  if (any([integer(8) :: n[k], lim(:)[k]] /= [n[k], 1, 7, 2])) error stop 'typed'
  select case (n[k] + lim(1)[k])
  case (4:)
  case default; error stop 'sel'
  end select
  if (ieor(n[k], n[k]) /= 0 .and. .not. l[k] .or. -n[k] > 0) error stop 'ops'
  s = f(n[k], (lim(2)[k]), x3=-lim(1)[k])
  if (s /= n[k] + 7 - 1) error stop 'f'
  call g(*10, *20, lim(3)[k])
  error stop 'g'
10 error stop 'g1'
20 continue
  associate (v => (n[k]), w => 2*lim(:)[k], z => n)
    if (v /= n[k] .or. w(2) /= 14 .or. z[k] /= v) error stop 'assoc'
  end associate
  sync all
  lp: do i = 1, np
    if (n[i] == n[me]) exit lp
    if (n[i] > n[me]) cycle lp
  end do lp
  lim(1:n[k]-n[k]+1)[k] = lim(2:2)[me]
  sync all
  if (lim(1) /= 7) error stop 'lim'
  if (me == 1) then
    print '(a)', 'PASS'
    stop int(lim(1)[np]) - 7
  end if
  if (n[k] > 1000) error stop n[k]
  stop
contains
  integer function f(x1, x2, x3)
    integer, intent(in) :: x1, x2, x3
    f = x1 + x2 + x3
  end function
  subroutine g(*, *, w)
    integer, intent(in) :: w
    return w
  end subroutine
end program
