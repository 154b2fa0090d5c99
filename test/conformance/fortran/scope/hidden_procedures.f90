! conformance: images=1,2,3
! feature: names of intrinsics used for other things
! Variables and procedures that are called like the intrinsic procedures by which generated code
! allocates, moves, compares and converts.
module furniture
  implicit none
  type :: piece
    integer :: null = 0
    real, allocatable :: sum(:)
    integer, allocatable :: any(:)
  end type piece
  type, extends(piece) :: table
    integer :: legs = 4
  end type table
  type :: shelf
    class(piece), allocatable :: all
    class(piece), allocatable :: product(:)
  end type shelf
  class(piece), allocatable :: move[:]
  type(shelf), save :: huge(2)[*]
contains
  subroutine move_alloc(a, b)
    integer, intent(in) :: a
    integer, intent(out) :: b

    b = -a
  end subroutine move_alloc

  integer function all(same_type_as)
    integer, intent(in) :: same_type_as

    all = same_type_as + 1
  end function all

  logical function reshape(logical)
    integer, intent(in) :: logical

    reshape = logical > 0
  end function reshape

  subroutine objects(k)
    integer, intent(in) :: k
    class(piece), allocatable, target :: same_type_as, null
    class(piece), pointer :: seen
    integer :: product, sum, size

    allocate (table :: move[*])
    move%null = this_image()
    move%sum = [real :: this_image(), 2]
    sync all
    same_type_as = move[k]
    if (same_type_as%null /= k) error stop 1
    select type (same_type_as)
    type is (table)
      if (same_type_as%legs /= 4) error stop 2
    class default
      error stop 3
    end select
    allocate (table :: null)
    allocate (null%sum(2))
    seen => null
    null = move[k]
    if (.not. associated(seen, null)) error stop 4
    if (seen%sum(1) /= k) error stop 5
    call move_alloc(all(move[k]%null), product)
    if (product /= -k - 1) error stop 6
    sum = all(product); size = 7
    if (sum /= -k .or. .not. reshape(size)) error stop 7
    sync all
    deallocate (move)
  end subroutine objects

  subroutine components(k)
    integer, intent(in) :: k
    integer :: logical, reshape, merge, shape, present

    logical = 1; reshape = 2; merge = 3; shape = 4; present = 5
    allocate (huge(reshape)%all, source=piece(this_image(), [1.0, 2.0], null()))
    allocate (table :: huge(reshape)%product(merge))
    huge(reshape)%product%null = [1, 2, 3]*this_image()
    huge(reshape)%all%any = [present, shape*this_image()]
    sync all
    if (huge(reshape)[k]%all%sum(2) /= 2) error stop 8
    if (huge(reshape)[k]%product(merge)%null /= 3*k) error stop 9
    if (count(huge(reshape)[k]%product%null == [k, 2*k, 3*k]) /= 3) error stop 10
    sync all
    huge(reshape)[k]%product(logical:reshape)%null = [10, 20]*this_image()
    sync all
    if (huge(reshape)%product(2)%null /= 20*from()) error stop 11
    sync all
  contains
    integer function from()
      from = merge_of(this_image())
    end function from
    integer function merge_of(me)
      integer, intent(in) :: me
      merge_of = me - 1
      if (me == 1) merge_of = num_images()
    end function merge_of
  end subroutine components

  subroutine atoms(k)
    use, intrinsic :: iso_fortran_env, only: atomic_logical_kind
    integer, intent(in) :: k
    integer, parameter :: all = 1
    logical(atomic_logical_kind), save :: flag[*]
    logical(1) :: logical
    integer, save :: product(0:1)[2,*]
    integer :: sum, dim

    flag = .false.
    sync all
    logical = .true.
    call atomic_define(flag[k], logical)
    sync all
    call atomic_ref(logical, flag)
    if (.not. logical) error stop 12
    dim = 2
    sum = ucobound(product, dim)
    if (sum /= (num_images() + 1)/2) error stop 13
    product = all
    sync all
    sum = product(1)[1,1]
    if (sum /= 1) error stop 14
  end subroutine atoms
end module furniture

program hidden_procedures
  use furniture, only: objects, components, atoms
  implicit none
  integer :: min, max

  max = num_images()
  min = this_image() + 1
  if (min > max) min = 1
  call objects(min)
  call components(min)
  call atoms(min)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program hidden_procedures
