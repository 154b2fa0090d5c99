      PROGRAM P
     1 X

     2 = 3
# 10 "foo.F"
      Y = 3 (
      END
