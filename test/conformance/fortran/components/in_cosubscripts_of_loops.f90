! conformance: images=1,2,3,5
! feature: components of coindexed objects in implied loops
! The image index, or a subscript, of a coindexed object inside of FORALL and implied DO loops comes
! from a coindexed component: its transfer must not make the object's own forget the loops' indices
program in_cosubscripts_of_loops
  implicit none
  type holder
    integer :: n = 0
    integer, allocatable :: x(:)[:]
  end type
  type box
    integer, allocatable :: d(:)
    integer, pointer :: p(:)
  end type
  type(holder), save :: ho, from_0
  type(box), save :: bb(2)[*]
  integer, save :: x(6)[-1:*], y(6)[*], h(2)[*]
  integer :: i, j, me, st(3)
  integer, target :: store(3)
  integer, allocatable :: got(:)
  character(80) :: line

  me = this_image()
  allocate (ho%x(5)[*], from_0%x(3)[0:*])
  from_0%x = 7
  ho%x = [1, 2, 3, 4, 5]
  allocate (bb(1)%d(3), bb(2)%d(3))
  bb(1)%d = [1, 2, 3]
  store = [1, 1, 2]
  bb(1)%p => store
  h = 1
  x = [(100 * me + i, i = 1, 6)]
  y = x
  sync all
  ! image 1 changes the last image's x(1:3), y(2:4)
  if (me == 1) then
    forall (i = 1:3) x(i)[num_images() - 1 - ho%x(1)[1]] = -i
    forall (i = 1:3) y(i + bb(1)[num_images()]%p(2))[num_images() - 1 + bb(1)[1]%d(1)] = -i
    forall (i = 5:5, j = 1:1) x(i + j - h(1)[1])[num_images() - 1 - ho%x(j)[1]] = -4
  end if
  sync all
  if (me == num_images()) then
    call expect(x, [-1, -2, -3, 100 * me + 4, -4, 100 * me + 6])
    call expect(y, [100 * me + 1, -1, -2, -3, 100 * me + 5, 100 * me + 6])
  else
    call expect(x, [(100 * me + i, i = 1, 6)])
    call expect(y, [(100 * me + i, i = 1, 6)])
  end if
  sync all
  x = [(100 * me + i, i = 1, 6)]
  y = x
  sync all
  got = [(x(i)[ho%x(1)[num_images()] - 2], y(ho%x(i)[1])[bb(1)[1]%p(i)], i = 1, 2)]
  call expect(got, [101, 101, 102, 102])
  got = [((y(bb(1)[num_images()]%d(i))[bb(1)[1]%d(1)] + j, j = 1, ho%x(2)[1]), i = 1, 3)]
  call expect(got, [102, 103, 103, 104, 104, 105])
  write (line, '(6i5)') (x(i)[bb(1)[num_images()]%d(1) - 2], y(bb(1)[1]%d(i))[h(1)[1]], i = 1, 3)
  read (line, *) got
  call expect(got, [101, 101, 102, 102, 103, 103])
  sync all
  if (me == 1) then
    read (line, *) (y(i)[num_images() - 1 + ho%x(1)[1]], &
        x(bb(1)[1]%d(i))[num_images() - 1 - h(1)[1]], i = 1, 3)
  end if
  sync all
  if (me == num_images()) then
    call expect(y, [101, 102, 103, 100 * me + 4, 100 * me + 5, 100 * me + 6])
    call expect(x, [101, 102, 103, 100 * me + 4, 100 * me + 5, 100 * me + 6])
  end if
  sync all
  st = -1
  got = [(y(i)[bb(1)[1]%d(1), stat=st(i)], i = 1, 3)]
  if (any(st /= 0)) error stop 'stat'
  st = -1
  got = [(from_0%x(i)[ho%x(i)[1] - i, stat=st(i)], i = 1, 3)]
  if (any(st /= 0)) error stop 'stat of a coarray component'
  call expect(got, [7, 7, 7])
  st = -1
  associate (z => y)
    got = [(z(i)[h(1)[1] + i - i, stat=st(4 - i)], i = 1, 3)]
  end associate
  if (any(st /= 0)) error stop 'stat of an associate name'
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine expect(found, wanted)
    integer, intent(in) :: found(:), wanted(:)
    if (size(found) == size(wanted)) then
      if (all(found == wanted)) return
    end if
    print '(a,i0,a,99(1x,i0))', 'image ', this_image(), ':', found, wanted
    error stop 1
  end subroutine
end program
