! conformance: images=1,2,3
! feature: stop
! expect-stderr: converged after 7 steps
program stop_character
  implicit none
  character(20) :: text
  text = 'converged after 7'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
  sync all
  stop trim(text) // ' steps'
end program stop_character
