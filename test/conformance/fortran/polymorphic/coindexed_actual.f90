! conformance: images=1,2,3
! feature: polymorphic dummies with coindexed actual arguments
program coindexed_to_class
  use iso_fortran_env, only: int64
  implicit none
  type :: item
    integer :: n = 0
  end type item
  type, extends(item) :: heavy
    integer(int64) :: w = 0
  end type heavy
  type(heavy) :: h[*], list(3)[*]
  integer :: me, n, k, i
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  h = heavy(me, 10_int64**12 * me)
  list = [(heavy(i, me), i = 1, 3)]
  sync all
  if (describe(h[k]) /= 'heavy') error stop 'FAIL: dynamic type'
  if (weight(h[k]) /= 10_int64**12 * k) error stop 'FAIL: value'
  if (total(list(:)[k]) /= 6) error stop 'FAIL: array'
  if (describe(h[k]%item) /= 'item') error stop 'FAIL: parent'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  character(5) function describe(x)
    class(item), intent(in) :: x
    select type (x)
    type is (heavy)
      describe = 'heavy'
    class default
      describe = 'item'
    end select
  end function describe
  integer(int64) function weight(x)
    class(*), intent(in) :: x
    weight = -1
    select type (x)
    type is (heavy)
      weight = x%w
    end select
  end function weight
  integer function total(x)
    class(item), intent(in) :: x(:)
    total = sum(x%n)
  end function total
end program coindexed_to_class
