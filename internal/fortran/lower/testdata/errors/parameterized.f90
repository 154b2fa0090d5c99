! unparameterized
program p
  type :: vec(k, n)
    integer, kind :: k = kind(1.0)
    integer, len :: n = 3
    real(k) :: v(n)
  end type
  type :: holder
    type(vec(8, 2)), allocatable :: list(:)
  end type
  type(vec(n=4)) :: a[*]
  type(holder) :: h[*]
  class(*), allocatable :: c, e(:), f[:]
  type, extends(vec) :: longer
  end type
  type :: kinds(k)
    integer, kind :: k
    real(k) :: v
  end type
  a%v(1) = 1
  sync all
  a[2]%v(4) = a[1]%v(1)
  print *, allocated(h[1]%list), h[1]%list(2)%v(1)
  allocate (vec(8, 2) :: c)
  allocate (longer(8, 2) :: e(3))
  allocate (f[*], mold=a)
  allocate (c, source=a)
  allocate (kinds(4) :: c)
end program
