! conformance: images=1,2,3,5
! feature: nested teams
! build-args: -fopenmp -DDBG=1
! Module procedures with local coarrays in BLOCK, select rank inside teams, optional + allocatable + contiguous dummies, recursion over teams, cpp in the midst of statements.
#define IMG(k) [k]
#define CHECK(c, w) if (.not. (c)) error stop w
module recursive_blocks_m
  use iso_fortran_env, only: team_type, initial_team, parent_team
  implicit none
  integer, allocatable, private :: hidden(:)[:]
contains
  subroutine set(n)
    integer, intent(in) :: n
    if (.not. allocated(hidden)) allocate (hidden(n)[*])
    hidden = this_image() * [1, 2, 3]
    sync all
  end subroutine
  pure function peek(i, k) result(v)
    integer, intent(in) :: i, k
    integer :: v
    v = hidden(i)IMG(k)
  end function
  subroutine opt(a, b, c)
    integer, intent(inout), optional :: a(:)[*]
    integer, intent(inout), optional, allocatable :: b(:)[:]
    integer, intent(inout), optional, contiguous :: c(:,:)[*]
    integer :: n
    n = num_images()
    if (present(a)) then
      a(1)[n] = 7
      sync all
#if DBG
      if (this_image() == n) then
        CHECK(a(1) == 7, 'a')
      end if
#else
      bad syntax
#endif
    end if
    if (present(b)) then
      if (allocated(b)) then
        b(2)[1] = 8
      else
        allocate (b(2)[*], source=0)
      end if
      sync all
    end if
    if (present(c)) call flat(c, size(c))
  end subroutine
  subroutine flat(x, n)
    integer, intent(in) :: n
    integer, intent(inout) :: x(n)[*]
    x(n)[num_images()] = n
    sync all
  end subroutine
  recursive subroutine split(depth, sum_)
    integer, intent(in) :: depth
    integer, intent(inout) :: sum_
    type(team_type) :: t
    integer, save :: mark(8)[*] = 0
    mark(depth) = this_image()
    sync all
    sum_ = sum_ + mark(depth)[num_images()]
    sync all
    if (num_images() == 1 .or. depth == 8) return
    form team (1 + mod(this_image(), 2), t, new_index=(this_image()+1)/2)
    change team (t, m[*] => mark)
      block
        integer, allocatable :: tmp(:)[:]
        integer, save :: fixed[*]
        allocate (tmp(num_images())[*])
        tmp = team_number()
        fixed = this_image()
        sync all
        if (any(tmp(:)[1] /= team_number())) error stop 'tmp'
        if (fixed[num_images()] /= num_images()) error stop 'fixed'
        if (m(depth)[1] < 1) error stop 'm'
        sync all
      end block
      call split(depth+1, sum_)
    end team
  end subroutine
  integer function ranked(x)
    integer, intent(in) :: x(..)
    ranked = 0
    select rank (x)
    rank (1)
      ranked = x(1)
    rank (2)
      ranked = x(1,1) + size(x)
    rank default
      ranked = -1
    end select
  end function
end module
program recursive_blocks
  use recursive_blocks_m
  implicit none
  integer :: a(3)[*], c(2,3)[*], me, np, s, i
  integer, allocatable :: b(:)[:]
  me = this_image(); np = num_images()
  call set(3)
  CHECK(peek(2, np) == 2*np, 'peek')
  a = 0; c = 0
  sync all
  call opt(); call opt(a); call opt(b=b); call opt(b=b, c=c); call opt(a(2:3), c=c(:,1:2))
  if (me == np) then
    CHECK(a(2) == 7 .and. c(2,3) == 6 .and. c(2,2) == 4, 'opt')
  end if
  if (me == 1) then
    CHECK(b(2) == 8, 'b')
  end if
  s = 0
  call split(1, s)
  CHECK(s > 0, 's')
  CHECK(ranked(a(2:3)[np]) == 7, 'rank 1')
  CHECK(ranked(c(:,:)[np]) == c(1,1)[np] + 6, 'rank 2')
  sync all
  !$omp parallel do
  do i = 1, 3
    a(i) = peek(i, np)
  end do
  CHECK(all(a == np*[1,2,3]), 'omp')
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
