! conformance: images=1,3
! feature: READ into coindexed objects whose cosubscripts call pure functions of other variables
module functions
  implicit none
contains
  pure integer function same(i)
    integer, intent(in) :: i
    integer :: j
    j = i
    if (j > 0) then
      same = min(j, num_images())
    else
      same = 1
    end if
  end function same
end module functions
program read_same
  use functions
  implicit none
  type :: box
    integer, allocatable :: x(:)[:]
  end type box
  type(box), save :: b
  integer, save :: a(4)[*]
  integer :: k, me, left, t, j, st
  character(40) :: line
  me = this_image()
  k = mod(me, num_images()) + 1
  left = modulo(me - 2, num_images()) + 1
  a = 0; allocate (b%x(4)[*], source=0)
  sync all
  write (line, '(4(1x,i0))') 10*me, 20*me, 30*me, 40*me
  read (line, *, iostat=st) t, b%x(4)[same(k)]
  call check(st, 0)
  call check(t, 10*me)
  sync all
  call check(b%x(4), 20*left)
  read (line, *) (a(j)[same(k), stat=st], j = 1, 4)
  sync all
  call check(sum(a), 100*left)
  sync all
  read (line, *) (b%x(same(j))[same(k)], j = 1, min(3, num_images())), a(2)[same(k)]
  sync all
  call check(b%x(same(2)), 10*left*min(2, num_images()))
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine check(got, want)
    integer, intent(in) :: got, want
    if (got == want) return
    print '(a,i0,a,i0,a,i0)', 'FAIL: image ', this_image(), ' got ', got, ', not ', want
    error stop 1
  end subroutine check
end program read_same
