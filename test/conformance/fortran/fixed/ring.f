! conformance: images=1,2,3,5
! feature: fixed form
C     The ring in fixed form: comments, continuation in column 6, labels.
      PROGRAM RING
      IMPLICIT NONE
      INTEGER TOKEN[*], A(10)[*], ME, N, NEXT, LAST, I
      DOUBLE PRECISION X(2,3)[2,*]
      CHARACTER*8 NAME[*]
      SAVE TOKEN, A
      ME = THIS_IMAGE()
      N = NUM_IMAGES()
      NEXT = MOD(ME, N) + 1
      LAST = MODULO(ME - 2, N) + 1
      DO 10 I = 1, 10
   10 A(I) = 100*ME + I
      X = 0.25D0*ME
      NAME = 'it''s [1]'
      SYNC ALL
* a comment with a coindexed object: A(1)[2]
      TOKEN[NEXT] = A(3)[
     +   NEXT] + A(4)
     & [LAST]
      SYNCALL
      IF (TOKEN .NE. 100*ME + 3 + 100*(MODULO(LAST - 2, N) + 1) + 4)
     1  GO TO 900
      IF (X(2,3)[MOD(NEXT-1,2)+1,(NEXT+1)/2] .NE. 0.25D0*NEXT) GOTO 900
      IF (NAME[NEXT](6:8) .NE. '[1]') GO TO 900
      A(1:9:2)[NEXT] = A(2:10:2)                                        seq00010
      SYNC ALL
      DO 20 I = 1, 5
        IF (A(2*I-1) .NE. 100*LAST + 2*I) GO TO 900
   20 CONTINUE
      S Y N C A L L
      IF (ME .EQ. 1) PRINT '(A)', 'PASS'
      STOP
  900 PRINT *, 'FAIL: got', TOKEN, A, 'image', ME
      ERROR STOP 1
      END
