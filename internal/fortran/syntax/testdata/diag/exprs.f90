program t
  x = 3 * / 4
  call foo(a, b
  x = (1, 2, 3)
  x = a[1]%b[2]
  x = a[stat=i]
  x = a[1, foo=2]
  x = a[1, stat=i, 2]
  x = s(1)(2:3)[4]
  x = [1:3]
  return 3 4
  do i = 1 10
  end do
  clal foo(x)
  foo(x)
  syncall
  if (x > 0) integer :: i
  sync all (status=i)
  x = 1 = 2
  allocate (a[3]%b(4))
  allocate (a(3)[4])
  (x) = 3
  = 4
  a[1 = 3
  b(i, c[2) = 4
end program
