      PROGRAM LEG
      STRUCTURE /PT/
        REAL X, Y
        UNION
          MAP
            INTEGER I
          END MAP
          MAP
            REAL R
          END MAP
        END UNION
      END STRUCTURE
      RECORD /PT/ P(10)
      POINTER (IP, A(10)), (IQ, B)
      BYTE C
      INTEGER X/3/, Y(2)/1,2/
      LOGICAL*1 L
      COMPLEX*16 Z
      DOUBLE COMPLEX W
      CHARACTER*(*) S
      REAL PUREA(3)
      AUTOMATIC V
C$OMP PARALLEL
CDIR$ IVDEP
*     comment
      TYPE *, X
      ACCEPT *, Y
      IF (X .EQ. 1) Y(1) = 2
      IF (X .EQ. Y(1)) THEN
         PAUSE 'WAIT'
      END IF
      WRITE (6, 10), X
   10 FORMAT (' ', I5 /
     & 12HIT'S A TEST!, 1X)
      DO 20, I = 1, 10
   20 PRINT *, I
      CALL SUB (%VAL(X), %REF(Y),
     & 3)
      FORMAT(1) = 3
      Z = (1.0, -2.0)
      END
      BLOCK DATA
      COMMON /A/ B
      END
