! conformance: images=1,2,3,5
! feature: fixed form
      SUBROUTINE SHIFT(V, M, K)
      INTEGER M, K
      REAL V(M)[*]
      V(1)[K] = V(M)
      RETURN
      END

      MODULE WORK
        INTEGER, SAVE :: KOUNT(3)[*]
        DATA KOUNT /3*0/
      CONTAINS
        INTEGER FUNCTION NPEEK(I, K)
          NPEEK = KOUNT(I)[K]
        END FUNCTION
      END MODULE

      PROGRAM SUBS
      USE WORK
      REAL V(5)[*]
      INTERFACE
        SUBROUTINE SHIFT(V, M, K)
        INTEGER M, K
        REAL V(M)[*]
        END SUBROUTINE
      END INTERFACE
      ME = THIS_IMAGE()
      NP = NUM_IMAGES()
      K = MOD(ME, NP) + 1
      LEFT = MODULO(ME - 2, NP) + 1
      V = ME
      SYNC ALL
      CALL SHIFT(V, 5, K)
      KOUNT(2)[K] = ME
      SYNC ALL
      IF (V(1) .NE. REAL(LEFT) .OR. KOUNT(2) .NE. LEFT .OR.
     $    NPEEK(2, K) .NE. ME) THEN
        PRINT *, 'FAIL: got', V, KOUNT, 'image', ME
        ERROR STOP 1
      ENDIF
      CRITICAL
        KOUNT(1)[1] = KOUNT(1)[1] + 1
      ENDCRITICAL
      IF (NP .GT. 1) THEN
        IF (ME .EQ. 1) SYNC IMAGES (*)
        IF (ME .NE. 1) SYNC IMAGES (1)
      ENDIF
      CALL CO_SUM(ME)
      IF (ME .NE. NP*(NP + 1)/2) ERROR STOP 'FAIL: CO_SUM'
      SYNC ALL
      IF (KOUNT(1)[1] .NE. NP) ERROR STOP 'FAIL: CRITICAL'
      SYNC ALL
      IF (THIS_IMAGE() .EQ. 1) WRITE(*, '(A)') 'PASS'
      END
