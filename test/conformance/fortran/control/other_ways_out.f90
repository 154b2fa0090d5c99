! conformance: images=1,2,3,5
! feature: statements with several ways out
! A statement that defines objects of other images is left by an alternate return, by ERR=, END= or EOR=: the objects are defined on each way.
program other_ways_out
  implicit none
  type vec
    integer :: a(2)
  end type
  integer :: x[*], s[*], i, n, k, way
  character(8) :: c[*]
  type(vec) :: v(2)[*]
  x = 0; s = 0; c = ' '
  v = vec([0, 0])
  n = num_images()
  sync all
  if (this_image() == 1) then
    do k = 0, 2
      way = -1
      call sub(k, x[n], *10, *20)
      way = 0
      goto 30
10    way = 1
      goto 30
20    way = 2
30    if (x[n] /= 100 + k .or. way /= k) error stop 'alternate return'
    end do
    call both(v(1:2)[n], *40)
    error stop 'no alternate return'
40  if (v(2)[n]%a(2) /= 9) error stop 'array of structures'
    if (n > 0) call sub(1, x[n], *50, *99999)
    error stop 'alternate return under a condition'
50  if (x[n] /= 101) error stop 'under a condition'
    open (9, status='scratch')
    read (9, *, iostat=s[n], err=60, end=70) i
60  error stop 'err'
70  if (s[n] >= 0) error stop 'end'
    rewind (9)
    write (9, '(a)') '12', 'abc'
    rewind (9)
    read (9, '(i2)', err=90, end=90) x[n]
    if (x[n] /= 12) error stop 'read'
    read (9, '(a8)', advance='no', eor=80, end=90, size=s[n]) c[n]
    error stop 'eor'
80  if (s[n] /= 3) error stop 'size'
    backspace (9)
    if (n > 0) read (9, *, err=100, iostat=s[n]) x[n]
90  error stop 'no error'
100 if (s[n] <= 0) error stop 'iostat'
    close (9)
    open (newunit=x[n], file='/nowhere/at/all', status='old', err=110, iostat=s[n])
    error stop 'open'
110 if (s[n] <= 0) error stop 'iostat of open'
    do 120 i = 1, 2
120 call sub(i, x[n], *130, *130)
    error stop 'terminal'
130 if (x[n] /= 101) error stop 'from a terminal'
  end if
  goto 99998
99999 error stop 'a label of the user''s'
99998 sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine sub(how, a, *, *)
    integer, intent(in) :: how
    integer, intent(out) :: a
    a = 100 + how
    if (how == 1) return 1
    if (how == 2) return 2
  end subroutine
  subroutine both(a, *)
    type(vec), intent(inout) :: a(:)
    a(2)%a(2) = 9
    return 1
  end subroutine
end program
