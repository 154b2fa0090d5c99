! conformance: images=1,2,3
! feature: atomic_define, atomic_ref, atomic_add
! Subscripts and image indices of an atom are associate names whose selectors are expressions.
program associate_names
  use, intrinsic :: iso_fortran_env, only: aik => atomic_int_kind, alk => atomic_logical_kind
  implicit none
  integer(aik) :: x(4)[*], k
  logical(alk) :: l(4)[*], m
  integer :: h
  x = this_image(); h = 5
  l = mod(this_image(), 2) == 0
  sync all
  associate (img => modulo(h, num_images()) + 1, slot => modulo(h / num_images(), 4) + 1)
    call atomic_ref(k, x(slot)[img])
    if (k /= img) error stop 'integer'
    call atomic_ref(m, l(slot)[img])
    if (m .neqv. mod(img, 2) == 0) error stop 'logical'
  end associate
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
