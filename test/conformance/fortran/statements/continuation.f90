! conformance: images=1,2,3,5
! feature: continuation lines, labels, semicolons
program continuation
  implicit none; integer :: a(4, 3)[2, *], &
    b[*]; integer :: me, n, k, i, &
    j
  character(9) :: s[*]
  me = this_image(); n = num_images(); k = mod(me, n) + 1; i = mod(k - 1, 2) + 1; j = (k + 1) / 2
  a = me; b = 2*me; s = 'a''b"c[d]'; sync all
  call check('split selector', a(2, &
      3)[i, & ! the first cosubscript
      j], k)
  call check('split name', b&
      &[k], 2*k)
  call check( & ! comment with 'quote and [bracket]

      'comment lines inside', &
      ! another comment: a(1)[9]
      a ( 1 , 1 ) [ i , j ] + b [ k ], &
      3*k)
  if (s[k] /= 'a''b"c[d]') error stop 'FAIL: characters that look like selectors'
  if (s[k](6:6) /= "[") error stop 'FAIL: bracket in a string'
  sync all ; if (me > 0) b[k] = b[k] + 1 ; sync all
  if (b == 2*me + 1) goto 100; print *, 'FAIL: b, got', b, 'image', me; error stop 1
100 sync all; b[k] = me; sync all
200 if (b /= modulo(me - 2, n) + 1) then; print *, 'FAIL: labelled put, got', b, 'image', me
300 error stop 1; end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  SUBROUTINE CHECK(WHAT, GOT, WANT); CHARACTER(*), INTENT(IN) :: WHAT; INTEGER, INTENT(IN) :: GOT, &
      WANT
    IF (GOT /= WANT) THEN; PRINT *, 'FAIL: ', WHAT, ' expected', WANT, 'got', GOT, 'image', THIS_IMAGE( &
        ); ERROR STOP 1; ENDIF
  ENDSUBROUTINE
end program
