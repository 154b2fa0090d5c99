! conformance: images=1,2,3,5
! feature: coindexed subscripts and cosubscripts
! Subscripts, cosubscripts, formats and pointer targets that are coindexed themselves, several deep.
module m
  implicit none
  integer, save :: idx(5)[*], val(5)[*]
contains
  recursive integer function follow(i, k, depth) result(r)
    integer, intent(in) :: i, k, depth
    if (depth == 0) then
      r = val(i)[k]
    else
      r = follow(idx(i)[k], mod(k, num_images()) + 1, depth - 1)
    end if
  end function
  function text(k) result(s)
    integer, intent(in) :: k
    character(len=:), allocatable :: s
    s = repeat('x', val(1)[k])
  end function
end module
program nested_selectors
  use m
  implicit none
  type :: ptr
    integer, pointer :: t => null()
  end type
  type(ptr) :: pt(5)
  integer, target, save :: tgt(5)[*]
  character(10), save :: fmt[*]
  character(20) :: out
  integer :: me, np, nx, i, j, w(5), n3
  me = this_image(); np = num_images(); nx = mod(me, np) + 1
  idx = [2, 3, 4, 5, 1]; val = [(me + i, i=1, 5)]; tgt = [5, 4, 3, 2, 1]*me; fmt = '(i4.3)'
  sync all
  if (val(idx(idx(1)[nx])[nx])[nx] /= nx + 3) error stop 'nested'
  if (val(idx(2)[idx(5)[nx]])[mod(val(1)[nx] - 2, np) + 1] /= mod(nx - 1, np) + 1 + 3) &
    error stop 'cosubscripts'
  n3 = mod(nx + 1, np) + 1
  if (follow(1, nx, 2) /= val(3)[n3]) error stop 'follow'
  if (len(text(nx)) /= nx + 1) error stop 'text'
  write (out, fmt[nx]) val(2)[nx]
  read (out, *) i
  if (i /= nx + 2) error stop 'format'
  forall (i=1:5) pt(i)%t => tgt(idx(i)[nx])
  if (pt(1)%t /= 4*me .or. pt(5)%t /= 5*me) error stop 'pointers'
  w = val(idx(:)[nx])[nx]
  if (any(w /= nx + [2, 3, 4, 5, 1])) error stop 'vector'
  sync all
  val(idx(:)[nx])[nx] = [(10*i + me, i=1, 5)]
  sync all
  if (any(val /= [50, 10, 20, 30, 40] + modulo(me - 2, np) + 1)) error stop 'vector put'
  sync all
  i = 1
  val(i)[nx] = next(i) + val(i)[nx]
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  integer function next(k)
    integer, intent(in) :: k
    next = k + 1
  end function
end program
