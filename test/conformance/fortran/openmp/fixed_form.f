! feature: OpenMP directives
! build-args: -fopenmp
      PROGRAM FIXOMP
      INTEGER, PARAMETER :: N = 500
      INTEGER A(N)[*], B(N), I, K
      K = 1 + MOD(THIS_IMAGE(), NUM_IMAGES())
      DO 10 I = 1, N
   10 A(I) = I + THIS_IMAGE()
      SYNC ALL
C$OMP PARALLEL DO DEFAULT(NONE) SHARED(A, B, K)
C$OMP&PRIVATE(I)
      DO I = 1, N
        B(I) = A(I)[K]
      END DO
C$OMP END PARALLEL DO
      IF (B(N) /= N + K) ERROR STOP 'GET'
*$OMP PARALLEL DO
      DO 20 I = 1, N
      B(I) = B(I) - A(I)[K]
   20 CONTINUE
      IF (ANY(B /= 0)) ERROR STOP 'LABELLED'
      SYNC ALL
      IF (THIS_IMAGE() == 1) PRINT '(A)', 'PASS'
      END
