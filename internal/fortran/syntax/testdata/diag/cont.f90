program t
  x = 1 + &
  ! nothing follows
