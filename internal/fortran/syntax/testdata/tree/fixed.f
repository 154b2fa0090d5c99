C     A fixed-form program with everything run together
      PROGRAM FIXED
      IMPLICIT REAL*8 (A-H, O-Z), INTEGER (I-N)
      REAL*8 E1
      REAL X(10), DO10I
      INTEGER FUNCTIONX, REALX
      CHARACTER*8 HELLO, NAME*10
      COMMON /BLK/ A, B(3), //C
      DATA X /3*1.0, 7*0.0/, HELLO /8HABCD'FGH/
      DO10I=1.3
      DO 10 I=1,10
   10 X(I) = I
      DO20I=1,3
      DO 20 J = 1, 3
      X(I)=X(I)+J
   20 CONTINUE
      DO 30 I=1,3
      DO 30 J=1,3
      A = A+
     1    B(J)
   30 CONTINUE
      IF(A.EQ.1.AND.B(1).GT.2.E0)GOTO100
      IF (A) 100,110,120
      IF (B(2).LT.0) STOP1_8
      GO TO (100, 110), I
  100 CONTINUE
  110 WRITE(6,900)A,(X(I),I=1,10)
  120 PRINT 900, A
      CALL SUB(*100, A, 'IT''S
     & CONTINUED', X(1:3))
  900 FORMAT(1X,5HA= 'X,F10.3,' 0 ! ')
      ASSIGN 100 TO LAB
      GOTO LAB,(100,110)
      READ 900,A
      READ(5,*,END=100)A
      IF(A.GT.1)THEN
        A=1
      ELSEIF(A.LT.0)THEN
        A=2
      ELSE
        A = 3
      ENDIF
      DOWHILE(A.LT.3)
        A = A+1
      ENDDO
      RETURN1
      STOP5
      EN D
      REAL FUNCTION F(X)
      DOUBLE PRECISION X
      F=X*1D0
      ENDFUNCTIONF
      SUBROUTINE S(A,*)
      INTEGER A(*) ! trailing
      EXTERNAL FOO
	INTEGER	TAB
	TAB =
	1 3
      ENTRY E(B)
      ENDFILE 10
      BACKSPACE(10)
      RECURSIVE = 1
      SYNCALL
      S Y N C IMAGES(*)
      END SUBROUTINE S
