! conformance: images=1,2,3,5
! feature: implicit typing
! Names without a type statement; image numbers in ME and NP as older codes have them.
program implicit_typing
  dimension work(8)
  codimension work[*], kount[*]
  real field(3)[*]
  save work, kount, field
  me = this_image()
  np = num_images()
  next = mod(me, np) + 1
  last = modulo(me - 2, np) + 1
  work = me + 0.5
  kount = 7*me
  field = work(1) / 2
  sync all
  xnext = work(8)[next]
  knext = kount[next]
  if (xnext .ne. next + 0.5) then
    print *, 'FAIL: xnext, expected', next + 0.5, 'got', xnext, 'image', me
    error stop 1
  end if
  if (knext .ne. 7*next) then
    print *, 'FAIL: knext, expected', 7*next, 'got', knext, 'image', me
    error stop 1
  end if
  sync all
  work(2)[next] = me
  kount[next] = 3.99
  sync all
  if (work(2) .ne. last .or. kount .ne. 3) then
    print *, 'FAIL: put, got', work(2), kount, 'image', me
    error stop 1
  end if
  sync all
  if (me .eq. 1) print '(a)', 'PASS'
end
