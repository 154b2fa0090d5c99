! conformance: images=1,2
! feature: coarrays with names that generated text has behind its prefix
program named_like_generated
  implicit none
  integer :: q[*], m(3)[*], x[*], s(3)[*], o(2)[*], image(4)[*], bounds(2)[*], parent[*], far[*]
  integer :: want[*], length[*]
  integer :: item[*], bound[*], by[*], hold[*], fetched(2)[*]
  character(3) :: word[*], w
  integer, allocatable :: al(:)[:], z(:)
  integer :: n, i
  n = num_images()
  q = 2; m = 1; x = 3; s = [1, 2, 3]; o = 4; image = 1; bounds = 2; parent = 1; far = 2; want = 3
  length = 2; item = 1; bound = 2; by = 1; hold = 2; fetched = 3
  word = 'abc'
  sync all
  select case (q[1] + f(q[n]))
  case (4)
  case default
    error stop 'q'
  end select
  do while (q[1] < 2)
  end do
  where (m(:)[n] == 1)
    m = m + q[1]
  end where
  allocate (al(bounds(1)[1])[bound[1]:*], source=image(1)[n])
  allocate (z(bounds(2)[n]), source=far[1])
  w = word[n](1:length[1])
  call opt()
  call opt(1)
  i = merge(want[1], parent[n], item[1] == 1)
  if (any(z /= 2) .or. any(al /= 1) .or. i /= 3 .or. w /= 'ab') error stop 'values'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  integer function f(k)
    integer, intent(in) :: k
    f = k
  end function
  subroutine opt(r, st)
    integer, optional :: r, st
    call co_sum(s(1:image(1)[1]), result_image=r, stat=st)
    call co_max(fetched(hold[1]:by[1]+1), result_image=r)
  end subroutine
end program
