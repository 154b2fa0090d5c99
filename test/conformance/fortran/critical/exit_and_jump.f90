! conformance: images=1,2,3,5
! feature: critical
program exit_and_jump
  implicit none
  integer :: n1[*] = 0, n2[*] = 0, i, me, n
  me = this_image(); n = num_images()
  sync all
  do i = 1, 20
    guard: critical
      body: block
        n1[1] = n1[1] + 1
        if (mod(i, 2) == 0) exit body
        n2[1] = n2[1] + 1
      end block body
    end critical guard
  end do
  sync all ! two constructs do not exclude each other
  do i = 1, 10
    critical
      if (i > 5) goto 10
      n2[1] = n2[1] + 10
10    continue
    end critical
  end do
  sync all
  if (n1[1] /= 20 * n .or. n2[1] /= 60 * n) then
    print *, 'FAIL: expected', 20 * n, 60 * n, 'got', n1[1], n2[1], 'image', me
    error stop 1
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program exit_and_jump
