! conformance: images=1,2,3,5
! feature: coindexed in old control statements
      program oldgo
      integer n[*], v(3)[*], k, label, j
      save
      n = mod(this_image(), 3) + 1
      v(1) = 1
      v(2) = this_image()
      v(3) = -1
      k = mod(this_image(), num_images()) + 1
      sync all
      j = 0
      go to (10, 20, 30), n[k]
      error stop 'computed go to'
   10 j = 1
      go to 40
   20 j = 2
      go to 40
   30 j = 3
   40 if (j .ne. mod(k, 3) + 1) error stop 'branch'
      if (v(3)[k]) 50, 60, 60
   60 error stop 'arithmetic if'
   50 do 70 j = v(1)[k], v(2)[k] + 1, v(1)[k]
   70 label = j
      if (label .ne. k + 1) error stop 'do'
      if (this_image() .eq. 1) print '(a)', 'PASS'
      end
