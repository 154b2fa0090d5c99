! conformance: images=1,2,3,5
! feature: allocate with a type-spec
! The length of a type-spec is another image's value.
program coindexed_length
  implicit none
  integer :: n[*], lim(3)[*], k
  character(:), allocatable :: c, d(:), e[:]
  class(*), allocatable :: any
  k = mod(this_image(), num_images()) + 1
  n = 3 + this_image()
  lim = [4, 7, 2]*this_image()
  sync all
  allocate (character(lim(2)[k]) :: c)
  if (len(c) /= 7*k) error stop 'length'
  allocate (character(n[k]) :: d(lim(3)[k]))
  if (len(d) /= 3 + k .or. size(d) /= 2*k) error stop 'array'
  allocate (character(n[1]) :: e[*])
  if (len(e) /= 4) error stop 'coarray'
  allocate (character(len=lim(1)[k]) :: any)
  select type (any)
  type is (character(*))
    if (len(any) /= 4*k) error stop 'polymorphic'
  end select
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
