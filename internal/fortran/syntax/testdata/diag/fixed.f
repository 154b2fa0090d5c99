program x
      X = 1
     &    + 2
   1a X = 2
      IF (X) THEN
C comment
      END
     & PROGRAM
