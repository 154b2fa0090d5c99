module t
  real :: a[3], b[:,*], c[*,3], d[*](10), e[1:2,*], f[:,:]
  real, allocatabel :: x
  real, intent(inn) :: y
  real, z
  integer :: 3
  use
  import, foo : x
  implicit nothing
  real, dimension :: q
  procedure(x :: y
  type, extends(a b
  end type
  x = 3
contains
  x = 4
  subroutine s
  end function s
  subroutine s2
  end subroutine s3
  function f3
  end function
end module n
