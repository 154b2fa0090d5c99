! hidden subscripts
program p
  integer :: z(5)[*], l(5)[*], y(5), i
  forall (i=1:5) z(6-i) = l(z(i))[2]
  forall (i=1:5)
    y(i) = 0
    z(i)[2] = l(z(1))
  end forall
  where (l > 0)
    y = 0
  elsewhere
    y = l(y(1))[2]
  end where
  forall (i=1:5) z(i) = l(z(i))[2]
  forall (i=1:5) z(6-i) = l(z(i))
end program
