! conformance: images=1,2,3,5
! feature: default initialisation
module grid_types
  implicit none
  type box
    integer :: lo(3) = 1, hi(3) = [8, 16, 32]
    real :: dx = 0.125
    character(6) :: label = 'coarse'
    logical :: periodic = .true.
  end type box
  type level
    type(box) :: b(2)
    integer :: depth = -1
  end type level
  type(level) :: hierarchy[*]
end module grid_types

program default_initialisation
  use grid_types
  implicit none
  type(box) :: domain[*], list(3)[*] = box(dx=0.5)
  type(level), allocatable :: tree(:)[:]
  integer :: k
  allocate (tree(0:2)[*])
  sync all
  do k = 1, num_images()
    call check('static scalar', sum(domain[k]%hi), 56)
    call check('label', index(domain[k]%label, 'coarse'), 1)
    call check('initialiser overrides', nint(8 * list(3)[k]%dx), 4)
    call check('initialiser keeps the rest', list(2)[k]%hi(2), 16)
    call check('module, nested', hierarchy[k]%b(2)%hi(3), 32)
    call check('module, outer', hierarchy[k]%depth, -1)
    call check('allocated, nested', sum(tree(:)[k]%b(1)%lo(2)), 3)
    call check('allocated, nested real', nint(8 * tree(2)[k]%b(2)%dx), 1)
    call check('allocated, outer', tree(0)[k]%depth, -1)
    if (.not. domain[k]%periodic) error stop 'FAIL: periodic'
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program default_initialisation
