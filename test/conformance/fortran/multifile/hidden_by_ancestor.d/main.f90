! conformance: images=1,2
! feature: modules, programs and constructs with names of intrinsic functions
! files: modules.f90 submodule.f90 main.f90
! A submodule has the local names of its ancestor, among them those of modules that the ancestor
! refers to: LOC is no intrinsic function there.
program hidden_by_ancestor
  use loc
  use size
  implicit none
  integer :: other
  other = 1 + mod(this_image(), num_images())
  call make(5)
  sync all
  if (x(3)[other] /= 5 .or. any(z(:)[other] /= 5)) error stop 'elements'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
