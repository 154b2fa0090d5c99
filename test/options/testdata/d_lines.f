c options: -fd-lines-as-code
c D lines are part of the program, also in lines that are copied.
      program p
      integer, save :: z[*]
      z = 1
D     z[this_image()] = 5
      if (z /= 5) error stop
      sync all
      if (this_image() == 1) print '(a)', 'PASS'
      end
