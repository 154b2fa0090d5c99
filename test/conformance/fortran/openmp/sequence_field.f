! conformance: images=1,2
! feature: OpenMP directives
! build-args: -fopenmp
! Text in columns 73 to 80 is no part of a directive, whatever is added to it.
      PROGRAM SEQUE                                                     SEQ,(04&
      TYPE T                                                            00000050
        INTEGER, POINTER :: Q(:)                                        SEQ,(06&
      END TYPE                                                          00000070
      INTEGER, PARAMETER :: N = 200                                     SEQ,(08&
      TYPE(T) :: C(N)[*]                                                00000090
      INTEGER A(N)[*], B(N), I, K, BAD                                  SEQ,(10&
      K = 1 + MOD(THIS_IMAGE(), NUM_IMAGES())                           00000110
      BAD = 0                                                           SEQ,(12&
      DO 10 I = 1, N                                                    00000130
      ALLOCATE (C(I)%Q(2))                                              SEQ,(14&
      C(I)%Q = [I, K]                                                   00000150
      A(I) = I + THIS_IMAGE()                                           SEQ,(16&
   10 CONTINUE                                                          SEQ
      SYNC ALL                                                          00000170
C$OMP PARALLEL DO DEFAULT(NONE) SHARED(A, B, K)                         SEQ,(18&
C$OMP&PRIVATE(I)                                                        00000190
      DO I = 1, N                                                       SEQ,(20&
        B(I) = A(I)[K]                                                  00000210
      END DO                                                            SEQ,(22&
C$OMP END PARALLEL DO                                                   00000230
      IF (B(N) /= N + K) ERROR STOP 'GET'                               SEQ,(24&
C$OMP PARALLEL DO SHARED(A, B, K, C) DEFAULT(NONE) REDUCTION(+:BAD)     00000250
      DO I = 1, N                                                       SEQ,(26&
        B(I) = A(I)[K]                                                  00000270
        IF (C(I)[K]%Q(1) /= I) THEN                                     SEQ,(28&
          BAD = BAD + 1                                                 00000290
        ELSE IF (A(I)[K] /= B(I)) THEN                                  SEQ,(30&
          BAD = BAD + 1                                                 00000310
        END IF                                                          SEQ,(32&
      END DO                                                            00000330
C$OMP END PARALLEL DO                                                   SEQ,(34&
C$OMP PARALLEL                                                          00000350
C$OMP+NUM_THREADS(3)                                                    SEQ,(36&
C$OMP DO REDUCTION(+:BAD) SCHEDULE(DYNAMIC)                             00000370
      DO I = 1, N                                                       SEQ,(38&
        SELECT CASE (C(I)[K]%Q(1) - I)                                  00000390
        CASE (0)                                                        SEQ,(40&
        CASE DEFAULT                                                    00000410
          BAD = BAD + 1                                                 SEQ,(42&
        END SELECT                                                      00000430
      END DO                                                            SEQ,(44&
C$OMP END DO                                                            00000450
C$OMP END PARALLEL                                                      SEQ,(46&
      IF (BAD /= 0) ERROR STOP 'HEADS'                                  00000470
      SYNC ALL                                                          SEQ,(48&
      IF (THIS_IMAGE() == 1) PRINT '(A)', 'PASS'                        00000490
      END                                                               SEQ,(50&
