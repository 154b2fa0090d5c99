! conformance: images=1,2,3,5,8
! feature: whole programs
! Reduction by hand along a ring, and a binary tree with sync images, compared with co_sum.
program ring_reduction
  implicit none
  integer, parameter :: m = 100
  double precision :: part(m)[*], tree(m)[*], total(m)
  integer :: me, n, k, step, i
  me = this_image(); n = num_images()
  part = [(1d0 / (me + i), i = 1, m)]
  tree = part; total = part
  ! ring: every image adds up what the next ones have, one hop at a time
  sync all
  k = me
  do step = 1, n - 1
    k = mod(k, n) + 1
    total = total + part(:)[k]
  end do
  ! tree: image 1 ends up with the sum
  step = 1
  do while (step < n)
    if (mod(me - 1, 2 * step) == 0) then
      if (me + step <= n) then
        sync images (me + step)
        tree = tree + tree(:)[me + step]
        sync images (me + step)
      end if
    else if (mod(me - 1, 2 * step) == step) then
      sync images (me - step)
      sync images (me - step)
    end if
    step = 2 * step
  end do
  sync all
  if (maxval(abs(total - tree(:)[1])) > 1d-12) error stop 'FAIL: ring and tree differ'
  call co_sum(part)
  if (maxval(abs(total - part)) > 1d-12) error stop 'FAIL: ring and co_sum differ'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program ring_reduction
