! conformance: images=1,2,3,5
! feature: allocate with source= and mold=
program polymorphic_source
  implicit none
  type :: shape_t
    integer :: id = 1
  end type
  type, extends(shape_t) :: circle
    real :: r = 2
  end type
  class(shape_t), allocatable :: s[:], a(:)[:]
  type(circle) :: c
  integer :: k
  k = mod(this_image(), num_images()) + 1
  c%id = 10 * this_image(); c%r = 0.5
  allocate (s[*], source=c)
  allocate (circle :: a(3)[*])
  sync all
  if (s[k]%id /= 10 * k) error stop 'source'
  select type (s)
  type is (circle)
    if (s[k]%r /= 0.5) error stop 'dynamic type'
  class default
    error stop 'type of source'
  end select
  select type (a)
  class is (circle)
    a%r = this_image()
    sync all
    if (a(2)[k]%r /= k .or. a(3)[k]%id /= 1) error stop 'array'
  end select
  deallocate (a)
  allocate (a(2)[*], mold=c)
  select type (a)
  type is (circle)
    if (a(1)%r /= 2) error stop 'mold initialises'
  class default
    error stop 'type of mold'
  end select
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
