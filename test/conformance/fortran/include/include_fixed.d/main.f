! conformance: images=1,2,3
! feature: include
! files: main.f
      PROGRAM INCFIX
      INCLUDE 'common.inc'
      ME = THIS_IMAGE()
      N = NUM_IMAGES()
      K = MOD(ME, N) + 1
      BOX = 3*ME
      TAG = ME
      SYNC ALL
      IF (BOX(2)[K] + TAG[K] .NE. 4*K) THEN
        PRINT *, 'FAIL: got', BOX(2)[K], TAG[K], 'image', ME
        ERROR STOP 1
      END IF
      SYNC ALL
      IF (ME .EQ. 1) PRINT '(A)', 'PASS'
      END
