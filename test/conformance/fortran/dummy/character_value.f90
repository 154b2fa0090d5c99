! conformance: images=1,2,3
! feature: character coarray
! Coindexed characters for dummy arguments with VALUE.
program character_value
  implicit none
  character(13) :: c(2)[*]
  character(:), allocatable :: d[:]
  type :: t
    character(13) :: name
    character(:), allocatable :: a
  end type
  type(t) :: w[*]
  c = 'Fortran'
  w%name = 'Fortran'
  w%a = 'Fortran      '
  allocate (character(13) :: d[*])
  d = 'Fortran      '
  sync all
  call show(c(2)[num_images()])
  call show(w[1]%name)
  call show(w[1]%a)
  call show(d[1])
  if (.not. right(c(1)[1])) error stop 'function'
  if (right(d[1](2:) // 'x')) error stop 'expression'
  call one(c(1)[1](2:2))
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine show(a)
    character(13), value :: a
    if (a /= 'Fortran') error stop 'the dummy argument has another value'
    a = ' '
  end subroutine
  logical function right(a)
    character(13), value :: a
    right = a == 'Fortran'
  end function
  subroutine one(a)
    character, value :: a
    if (a /= 'o') error stop 'one character'
  end subroutine
end program
