! conformance: images=1,2,3,5,8
! feature: co_sum
! Broadcasts and sums of all sizes from all sources, mixed, compared with what must come out.
program p
  implicit none
  integer :: me, n, i, k, m, seed, src
  integer, allocatable :: v(:)
  me = this_image(); n = num_images(); seed = 12345
  do k = 1, 100
    seed = mod(seed*1103 + 12345, 1000003)
    select case (mod(seed, 6))
    case (0); m = 1 + mod(seed, 20)
    case (1); m = 20 + mod(seed, 40)
    case (2); m = 4000 + mod(seed, 200)
    case (3); m = 1 + mod(seed, 30000)
    case (4); m = 100000 + mod(seed, 50000)
    case default; m = 1 + mod(seed, 700000)
    end select
    src = 1 + mod(seed/7, n)
    allocate (v(m))
    v = [(i*me + k, i = 1, m)]
    if (mod(seed/3, 2) == 0) then
      call co_broadcast(v, src)
      if (any(v /= [(i*src + k, i = 1, m)])) error stop 'broadcast'
    else if (mod(seed/5, 2) == 0) then
      call co_sum(v)
      if (any(v /= [(i*(n*(n + 1)/2) + n*k, i = 1, m)])) error stop 'sum'
    else
      call co_sum(v, result_image=src)
      if (me == src) then
        if (any(v /= [(i*(n*(n + 1)/2) + n*k, i = 1, m)])) error stop 'sum for one'
      end if
    end if
    deallocate (v)
  end do
  if (me == 1) print '(a)', 'PASS'
end program
