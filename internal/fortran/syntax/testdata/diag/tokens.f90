program t
  x = 3 ~ 4
  y = 'abc
  z = 1 & 2
  w = “quoted”
  1234567 continue
  0 continue
  10
  x = 3
#ifdef FOO
  x = 4
#endif
end program
