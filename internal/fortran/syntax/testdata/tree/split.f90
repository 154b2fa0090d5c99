! tokens that are continued in their middle
prog&
  &ram sp&
! a comment between
  &lit
  integer :: long&
    &_name&
    &_here[*], x
  long_na&
    &me_here[1] = 12&
    &34 .a&
    &nd. 1.5&
    &e3 *&
    &* 2
  x = 'a&
    &b''&
    &c'&
    &// "d&
    & !not a comment"
  call s(x, & ! a comment
   ! another

     x)
  x = 1; &
  x = 2
end program
