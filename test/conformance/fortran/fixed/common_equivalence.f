! conformance: images=1,2,3,5
! feature: fixed form
! An old program with COMMON, EQUIVALENCE, DATA, BLOCK DATA and ENTRY beside coarrays.
      PROGRAM OLD
      INTEGER NPTS, ME, K, IWORK(8), I
      REAL WORK(8), EDGE(8)[*], TOTAL
      COMMON /GRID/ NPTS, TOTAL
      EQUIVALENCE (WORK(1), IWORK(1))
      INTEGER CODE[*]
      DATA CODE /17/, EDGE /8*0.5/
      SAVE EDGE, CODE
      ME = THIS_IMAGE()
      K = MOD(ME, NUM_IMAGES()) + 1
      IF (NPTS .NE. 8) ERROR STOP 'BLOCK DATA'
      IF (CODE[K] .NE. 17 .OR. EDGE(3)[K] .NE. 0.5) ERROR STOP 'DATA'
      SYNC ALL
      DO 10 I = 1, NPTS
   10 EDGE(I) = ME*100 + I
      SYNC ALL
      DO 20 I = 1, 8
        WORK(I) = EDGE(I)[K]
        IF (IWORK(I) .EQ. 0) GO TO 90
   20 CONTINUE
      CALL ADDUP(WORK, 8)
      IF (TOTAL .NE. K*800 + 36) ERROR STOP 'ADDUP'
      CALL ADDONE(EDGE(8)[K])
      IF (TOTAL .NE. K*900 + 44) ERROR STOP 'ENTRY'
      IF (EDGE(2)[K] - K*100 - 2) 90, 30, 90
   30 IF (ME .EQ. 1) PRINT '(A)', 'PASS'
      STOP
   90 ERROR STOP 'BRANCH'
      END
      BLOCK DATA
      COMMON /GRID/ NPTS, TOTAL
      DATA NPTS, TOTAL /8, 0.0/
      END
      SUBROUTINE ADDUP(A, N)
      DIMENSION A(N)
      COMMON /GRID/ NPTS, TOTAL
      DO 10 I = 1, N
        TOTAL = TOTAL + A(I)
   10 CONTINUE
      RETURN
      ENTRY ADDONE(B)
      TOTAL = TOTAL + B
      END
