! conformance: images=1,2,3,5,8
! feature: components of coindexed objects in whole programs
! Irregular meshes in compressed rows: gathers, masks, constructors, FORALL and DO CONCURRENT.
program p
  implicit none
  type graph
    integer, allocatable :: first(:), adj(:)
    real(8), allocatable :: val(:)
    logical, allocatable :: mark(:)
  end type
  type(graph), allocatable :: g[:]
  integer, allocatable :: idx(:)
  real(8), allocatable :: buf(:), want(:)
  integer :: me, n, k, i, m
  real(8) :: s
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  allocate (g[*])
  m = 10 + 3 * me
  allocate (g%first(m + 1), g%val(m), g%mark(m))
  g%first = [(1 + 2 * (i - 1), i = 1, m + 1)]
  g%adj = [(mod(i * 7, m) + 1, i = 1, 2 * m)]
  g%val = [(me * 100d0 + i, i = 1, m)]
  g%mark = [(mod(i, 2) == 0, i = 1, m)]
  sync all
  idx = [7, 3, 9, 1]
  buf = g[k]%val(idx)
  if (any(buf /= k * 100d0 + idx)) error stop 'FAIL gather'
  buf = g[k]%val(g[k]%adj(1:5))
  if (any(buf /= k * 100d0 + [(mod(i * 7, 10 + 3 * k) + 1, i = 1, 5)])) error stop 'FAIL gather 2'
  allocate (want(4))
  where (g[k]%mark(1:4))
    want = g[k]%val(1:4)
  elsewhere
    want = 0
  end where
  if (sum(want) /= 200 * k + 6) error stop 'FAIL where'
  forall (i = 1:4) want(i) = g[k]%val(5 - i)
  if (want(1) /= 100 * k + 4) error stop 'FAIL forall'
  do concurrent (i = 1:4)
    want(i) = g[k]%val(i) * 2
  end do
  if (want(4) /= 200 * k + 8) error stop 'FAIL concurrent'
  s = 0
  do i = 1, 5
    s = s + sum(g[k]%val(g[k]%adj(g[k]%first(i):g[k]%first(i + 1) - 1)))
  end do
  if (s < 1000 * k) error stop 'FAIL csr'
  s = sum([(g[k]%val(i), i = 1, 3)])
  if (s /= 300 * k + 6) error stop 'FAIL constructor'
  want = [(g[i]%val(2), i = 1, n)]
  if (sum(want) /= 50 * n * (n + 1) + 2 * n) error stop 'FAIL all'
  sync all
  g[k]%val(idx) = [1, 2, 3, 4]
  where (g[k]%mark(5:8)) g[k]%val(5:8) = -1
  sync all
  if (g%val(9) /= 3 .or. g%val(6) /= -1 .or. g%val(5) /= 100 * me + 5) error stop 'FAIL put'
  sync all
  deallocate (g)
  if (me == 1) print '(a)', 'PASS'
end program
