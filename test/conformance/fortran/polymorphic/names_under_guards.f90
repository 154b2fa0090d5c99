! conformance: images=1,2,4
! feature: polymorphic coarrays
! Associate names of coarrays under type guards have the type that the guard says.
module m
  implicit none
  type :: base; integer :: i = 1; end type
  type, extends(base) :: ext2
    character(4) :: s = 'four'; integer, allocatable :: w(:); integer :: f(3) = [1,2,3]
  end type
  type :: holder
    class(base), allocatable :: p[:]
    class(base), allocatable :: v(:)[:]
  end type
end module
program names_under_guards
  use m
  implicit none
  class(base), allocatable :: p[:]
  class(*), allocatable :: u[:], v(:)[:], cc[:]
  type(holder) :: h
  integer :: k
  k = num_images()
  allocate (ext2 :: p[*])
  allocate (ext2 :: h%p[*], h%v(2)[*])
  allocate (integer :: u[*], v(4)[*])
  allocate (character(5) :: cc[*])
  select type (p)
  class is (ext2)
    p%w = [5,6,7]*this_image()
    sync all
    associate (q => p)
      if (q[k]%w(2) /= 6*k) error stop 1
      if (q[k]%f(2) /= 2) error stop 2
      if (q%w(2) /= 6*this_image()) error stop 3
      associate (r => q, fi => q%f, g => q%i)
        if (r[k]%s /= 'four') error stop 4
        if (fi(3)[k] /= 3) error stop 5
        if (g[k] /= 1) error stop 6
        if (sum(fi(:)[k]) /= 6) error stop 61
      end associate
    end associate
  end select
  select type (z => p)
  type is (ext2)
    associate (q => z)
      if (q[k]%w(2) /= 6*k) error stop 8
      sync all
      q[k]%f(1) = 8
      sync all
      if (z%f(1) /= 8 .and. this_image()==k) error stop 9
    end associate
  end select
  associate (q => p)
    select type (q)
    class is (ext2)
      if (q[k]%w(2) /= 6*k) error stop 10
    end select
  end associate
  select type (z => h%p)
  class is (ext2)
    z%w = [1,2]
    sync all
    if (z[k]%w(2) /= 2) error stop 11
    associate (q => z)
      if (q[k]%w(2) /= 2) error stop 12
      if (q[k]%f(2) /= 2) error stop 13
    end associate
  end select
  select type (u)
  type is (integer)
    u = this_image()
    sync all
    associate (q => u)
      if (q[k] /= k) error stop 19
    end associate
  end select
  select type (v)
  type is (integer)
    v = [1,2,3,4]*this_image()
    sync all
    associate (q => v, r => v)
      if (q(2)[k] /= 2*k) error stop 20
    end associate
  end select
  select type (cc)
  type is (character(*))
    cc = 'abcd'//achar(48+this_image())
    sync all
    associate (q => cc)
      if (q[k] /= 'abcd'//achar(48+k)) error stop 22
      if (q[k](5:) /= achar(48+k)) error stop 23
      if (len(q[k]) /= 5) error stop 24
    end associate
  end select
  if (this_image()==1) print '(a)', 'PASS'
end program
