      SUBROUTINE OLD(K, V)
      USE BOXES
      INTEGER K, V
      BOX(1)[K] = V
      CALL TWICE(BOX(2), K)
      END
