integer :: i[*]
sq(x) = x*x
f(i) = 3
i[2] = 3
end
subroutine s
end subroutine
real function f(x)
end
