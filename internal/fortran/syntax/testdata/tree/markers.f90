# 1 "orig.F90"
# 1 "<built-in>"
program p
# 10 "orig.F90"
real :: x[*]
#pragma once
x[1] = 3
# 3 "dir/in.h" 1
call foo
# 20 "orig.F90" 2
end program
