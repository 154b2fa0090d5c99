! conformance: images=1,2,3,5
! feature: inquiries about polymorphic components of coindexed objects
! What functions tell about polymorphic components of other images' objects (F2018 C917 allows these references).
module kinds_of
  implicit none
  type :: base
    integer :: i = 1
  end type
  type, extends(base) :: ext
    real :: r(4) = 2
  end type
  type :: box
    class(base), allocatable :: b
    class(base), pointer :: p => null()
    class(base), allocatable :: many(:)
    class(*), allocatable :: u
  end type
end module
program component_types
  use kinds_of
  implicit none
  type(box) :: bx[*]
  type(ext), target, save :: target_
  type(base) :: b0
  integer :: me, nx
  logical :: even
  me = this_image(); nx = mod(me, num_images()) + 1
  even = mod(nx, 2) == 0
  if (mod(me, 2) == 0) then
    allocate (bx%b, source=ext(me, 0.5))
    allocate (ext :: bx%many(3))
    allocate (bx%u, source='text')
    bx%p => target_
  else
    allocate (bx%b); bx%b%i = me
    allocate (bx%many(2))
    allocate (bx%u, source=me)
  end if
  sync all
  if (same_type_as(bx[nx]%b, bx%b) .neqv. (even .eqv. mod(me, 2) == 0)) error stop 'FAIL same_type_as'
  if (same_type_as(target_, bx[nx]%b) .neqv. even) error stop 'FAIL second argument'
  if (.not. same_type_as(bx[nx]%b, bx[nx]%many)) error stop 'FAIL both'
  if (.not. extends_type_of(bx[nx]%b, b0)) error stop 'FAIL extends_type_of'
  if (extends_type_of(b0, bx[nx]%many) .eqv. even) error stop 'FAIL extended by'
  if (associated(bx[nx]%p) .neqv. even) error stop 'FAIL associated'
  if (storage_size(bx[nx]%b) /= merge(160, 32, even)) error stop 'FAIL storage_size'
  if (size(bx[nx]%many) /= merge(3, 2, even) .or. .not. allocated(bx[nx]%u)) error stop 'FAIL size'
  if (bx[nx]%b%i /= nx) error stop 'FAIL component'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
