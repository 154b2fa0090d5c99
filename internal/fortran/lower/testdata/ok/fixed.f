C     fixed form stays fixed form
      PROGRAM FIXED
      INTEGER A(10)[*], I                                               SEQ00001
      DO 10 I = 1, 10
   10 A(I)[1] = I
      A(1)[1] = A(2)[1] + A(3)[1] + A(4)[1] + A(5)[1]
     &  + A(6)[1]
      SYNC ALL
      END
