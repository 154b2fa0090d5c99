! conformance: images=1,2,3
! feature: whole programs
! A hash table over all images as an object: atomic components, associate names in their subscripts, visitors.
module dht
  use, intrinsic :: iso_fortran_env, only: aik => atomic_int_kind, alk => atomic_logical_kind, int64
  implicit none
  private
  integer, parameter, public :: empty = -1
  type, public :: table
    integer :: nslots = 0
    integer(aik), allocatable :: key(:)[:]
    integer(int64), allocatable :: val(:)[:]
    logical(alk), allocatable :: full(:)[:]
  contains
    procedure :: create, insert, lookup, apply, destroy
    generic :: put => insert
  end type
  type, abstract, public :: visitor
  contains
    procedure(visit_i), deferred :: visit
  end type
  abstract interface
    subroutine visit_i(self, key, val)
      import
      class(visitor), intent(inout) :: self
      integer, intent(in) :: key
      integer(int64), intent(inout) :: val
    end subroutine
  end interface
contains
  subroutine create(self, n)
    class(table), intent(inout) :: self
    integer, intent(in) :: n
    integer :: i
    self%nslots = n
    allocate (self%key(0:n-1)[0:*], self%val(0:n-1)[0:*], self%full(0:n-1)[0:*])
    do i = 0, n-1
      call atomic_define(self%key(i), empty)
      call atomic_define(self%full(i), .false._alk)
    end do
    sync all
  end subroutine
  subroutine insert(self, key, val)
    class(table), intent(inout) :: self
    integer, intent(in) :: key
    integer(int64), intent(in) :: val
    integer(aik) :: old
    integer :: h, img, slot, tries
    h = hash(key)
    do tries = 0, self%nslots*num_images() - 1
      img = modulo(h + tries, num_images()); slot = modulo((h + tries)/num_images(), self%nslots)
      call atomic_cas(self%key(slot)[img], old, empty, key)
      if (old == empty .or. old == key) then
        self%val(slot)[img] = val
        sync memory
        call atomic_define(self%full(slot)[img], .true._alk)
        return
      end if
    end do
    error stop 'table full'
  end subroutine
  logical function lookup(self, key, val)
    class(table), intent(in) :: self
    integer, intent(in) :: key
    integer(int64), intent(out) :: val
    integer :: h, tries
    integer(aik) :: k
    logical(alk) :: there
    h = hash(key); val = -huge(val)
    lookup = .false.
    do tries = 0, self%nslots*num_images() - 1
      associate (img => modulo(h + tries, num_images()), slot => modulo((h + tries)/num_images(), self%nslots))
        call atomic_ref(k, self%key(slot)[img])
        if (k == empty) return
        if (k == key) then
          do
            call atomic_ref(there, self%full(slot)[img])
            if (there) exit
          end do
          sync memory
          val = self%val(slot)[img]
          lookup = .true.
          return
        end if
      end associate
    end do
  end function
  subroutine apply(self, v)
    class(table), intent(inout) :: self
    class(visitor), intent(inout) :: v
    integer :: i
    do i = lbound(self%key, 1), ubound(self%key, 1)
      if (self%key(i) /= empty) call v%visit(int(self%key(i)), self%val(i))
    end do
  end subroutine
  subroutine destroy(self)
    class(table), intent(inout) :: self
    deallocate (self%key, self%val, self%full)
  end subroutine
  pure integer function hash(k)
    integer, intent(in) :: k
    hash = int(iand(k*2654435761_int64, 1048575_int64))
  end function
end module
module summing
  use dht
  use iso_fortran_env, only: int64
  implicit none
  type, extends(visitor) :: summer
    integer :: n = 0
    integer(int64) :: s = 0
  contains
    procedure :: visit => add_up
  end type
contains
  subroutine add_up(self, key, val)
    class(summer), intent(inout) :: self
    integer, intent(in) :: key
    integer(int64), intent(inout) :: val
    self%n = self%n + 1
    self%s = self%s + val
    val = -val
  end subroutine
end module
program p
  use dht
  use summing
  use iso_fortran_env, only: int64
  implicit none
  type(table) :: t
  type(summer) :: v
  integer :: i
  integer(int64) :: x
  integer, parameter :: each = 40
  call t%create(64)
  do i = 1, each
    call t%put((this_image() - 1)*each + i, 7_int64*((this_image()-1)*each + i))
  end do
  sync all
  do i = 1, each*num_images()
    if (.not. t%lookup(i, x)) error stop 'not found'
    if (x /= 7_int64*i) error stop 'wrong value'
  end do
  if (t%lookup(each*num_images() + 1, x)) error stop 'found what is not there'
  sync all
  call t%apply(v)
  call co_sum(v%n); call co_sum(v%s)
  if (v%n /= each*num_images()) error stop 'number'
  if (v%s /= 7_int64*v%n*(v%n + 1)/2) error stop 'sum'
  sync all
  call t%apply(v)
  call t%destroy
  if (this_image() == 1) print '(a)', 'PASS'
end program
