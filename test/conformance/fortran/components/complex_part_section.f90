! conformance: images=1,2,3
! feature: components of coindexed objects in whole programs
! The imaginary parts of a section of a component, defined on another image.
program complex_part_section
  implicit none
  type :: wave
    integer :: n = 0
    complex :: modes(3) = 0
  end type
  type(wave) :: w(2)[*]
  integer :: nxt
  nxt = modulo(this_image(), num_images()) + 1
  w(1)%modes = [(1., 2.), (3., 4.), (5., 6.)]
  sync all
  w(1)[nxt]%modes(1:3:2)%im = [0.5, 1.5]
  sync all
  if (any(w(1)%modes /= [(1., 0.5), (3., 4.), (5., 1.5)])) error stop 'wrong'
  if (this_image() == 1) print '(a)', 'PASS'
end program
