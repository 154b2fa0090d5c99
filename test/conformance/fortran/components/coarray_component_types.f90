! conformance: images=1,2,3,5,8
! feature: coarray components
! Coarray components of polymorphic type and deferred length.
module m
  implicit none
  type :: shape
    integer :: id = 0
  end type
  type, extends(shape) :: box
    real :: a = 0, b = 0
  end type
  type holder
    class(shape), allocatable :: s[:]
    character(:), allocatable :: name[:]
    character(:), allocatable :: list(:)[:]
    character(:), allocatable :: own
    class(shape), allocatable :: arr(:)[:]
  end type
end module
program polycomp
  use m
  implicit none
  type(holder) :: h
  integer :: me, n, k
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  allocate (box :: h%s[*])
  allocate (character(5) :: h%name[*])
  allocate (character(7) :: h%list(3)[*])
  allocate (box :: h%arr(2)[*])
  h%s%id = me
  write (h%name, '(i5.5)') me
  h%list = 'abcdefg'
  write (h%list(2), '(i7.7)') me
  h%arr%id = [me, 2*me]
  sync all
  if (h%s[k]%id /= k) error stop 'FAIL id'
  if (h%name[k](4:5) /= char(48 + k/10)//char(48 + mod(k,10))) error stop 'FAIL name'
  if (h%list(2)[k](7:7) /= char(48 + mod(k,10))) error stop 'FAIL list'
  if (len(h%name[k]) /= 5) error stop 'FAIL len'
  if (any(h%arr(:)[k]%id /= [k, 2*k])) error stop 'FAIL arr'
  select type (s => h%s)
  type is (box)
    s%a = me
  end select
  sync all
  h%name[k] = 'xyz'
  sync all
  if (h%name /= 'xyz') error stop 'FAIL put'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
