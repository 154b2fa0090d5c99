! conformance: images=1,2,4
! feature: polymorphic coarrays
! A coarray under CLASS IS is polymorphic: copies of coindexed objects have the dynamic type.
module m
  implicit none
  type :: base; integer :: i = 1; end type
  type, extends(base) :: mid; integer :: j = 2; end type
  type, extends(mid) :: top; integer :: k = 3; integer, allocatable :: w(:); end type
end module
program t
  use m
  implicit none
  class(base), allocatable :: p[:], y, pa(:)[:], ya(:)
  integer :: k
  k = num_images()
  allocate (top :: p[*], pa(2)[*])
  select type (p)
  class is (mid)
    p%j = 20*this_image()
    sync all
    y = p[k]
    select type (y)
    type is (top); if (y%j /= 20*k .or. y%k /= 3) error stop 1
    class default; error stop 2
    end select
    deallocate (y)
    allocate (y, source=p[k])
    select type (y)
    type is (top); if (y%j /= 20*k .or. y%k /= 3) error stop 3
    class default; error stop 4
    end select
    if (storage_size(p[k]) /= storage_size(y)) error stop 5
    if (.not. same_type_as(p[k], y)) error stop 6
    if (same_type_as(p[k], mid())) error stop 7
    y = p
    select type (y)
    type is (top)
    class default; error stop 8
    end select
    associate (q => p)
      deallocate (y)
      y = q[k]
      select type (y)
      type is (top); if (y%j /= 20*k .or. y%k /= 3) error stop 9
      class default; error stop 10
      end select
      if (.not. same_type_as(q[k], y)) error stop 11
    end associate
    y = mk(p[k])
    select type (y)
    type is (mid); if (y%j /= 20*k) error stop 12
    class default; error stop 13
    end select
  end select
  select type (pa)
  class is (mid)
    pa%j = [1,2]
    sync all
    ya = pa(:)[k]
    select type (ya)
    type is (top); if (any(ya%j /= [1,2])) error stop 14
    class default; error stop 15
    end select
  end select
  if (this_image()==1) print '(a)', 'PASS'
contains
  function mk(a) result(r)
    type(mid), intent(in) :: a
    type(mid) :: r
    r = a
  end function
end program
