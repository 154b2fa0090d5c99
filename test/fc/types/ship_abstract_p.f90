! The program.
program p
  use b
  implicit none
  type(wpl), save :: w[*]
  allocate (w%arr(2))
  call w%arr(2)%set(5)
  sync all
  call wbal(w)
  sync all
  if (w[num_images()]%c == 7 .and. w[num_images()]%arr(2)%i == 5) print *, 'PASS'
end program
