! feature: simple procedures (F2023 15.8)
! conformance: images=1,3
module procedures
  implicit none
  abstract interface
    simple function map(x)
      real, intent(in) :: x
      real :: map
    end function map
  end interface
  interface
    simple module function later(x) result(y)
      real, intent(in) :: x
      real :: y
    end function later
  end interface
contains
  simple function twice(x)
    real, intent(in) :: x
    real :: twice
    twice = 2 * x
  end function twice
  simple elemental subroutine set(x)
    real, intent(out) :: x
    x = 0
  end subroutine set
  pure simple real function third(x) result(y)
    real, intent(in) :: x
    y = divided(x)
  contains
    real simple function divided(z)
      real, intent(in) :: z
      divided = z / 4
    end function divided
  end function third
end module procedures
submodule (procedures) bodies
contains
  simple module function later(x) result(y)
    real, intent(in) :: x
    real :: y
    y = x + 5
  end function later
end submodule bodies
program simple_procedures
  use procedures
  implicit none
  procedure(map), pointer :: g
  real :: a(3)[*], s
  integer :: simple, i
  simple = 3
  a = this_image()
  sync all
  g => twice
  i = num_images()
  s = twice(a(1)[i]) + third(a(2)[i]) + later(a(simple)[i]) + g(1.0)
  if (abs(s - (3.25 * i + 7)) > 1e-5) error stop 'coindexed arguments'
  sync all
  call set(a)
  if (any(a /= 0)) error stop 'elemental'
  do concurrent (integer :: j = 1:3)
    a(j) = twice(real(j))
  end do
  if (any(a /= [2., 4., 6.])) error stop 'DO CONCURRENT'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program simple_procedures
