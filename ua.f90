program p
real, allocatable :: u(:)[:]
print *, u(1)[2]
end program
