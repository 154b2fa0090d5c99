! conformance: images=1,2,3,5,8
! feature: components of coindexed objects in whole programs
! A list whose links lead from image to image; defined assignment from its items.
module m
  implicit none
  type item
    integer :: key = 0
    integer :: next_image = 0, next_index = 0
    real, allocatable :: payload(:)
  end type
  type pool
    type(item), allocatable :: items(:)
    integer :: used = 0
  end type
  type summary
    integer :: key = 0
    real :: total = 0
  end type
  interface assignment(=)
    module procedure summarise
  end interface
contains
  subroutine summarise(s, i)
    type(summary), intent(out) :: s
    type(item), intent(in) :: i
    s%key = i%key
    s%total = 0
    if (allocated(i%payload)) s%total = sum(i%payload)
  end subroutine
end module
program p
  use m
  implicit none
  type(pool) :: pl[*]
  type(summary) :: s
  integer :: me, n, img, idx, count, j
  me = this_image(); n = num_images()
  allocate (pl%items(3))
  do j = 1, 3
    pl%items(j)%key = 100 * me + j
    pl%items(j)%next_image = mod(me, n) + 1
    pl%items(j)%next_index = j
    if (me == n) then
      pl%items(j)%next_image = merge(1, 0, j < 3)
      pl%items(j)%next_index = j + 1
    end if
    pl%items(j)%payload = [(real(j), idx = 1, j)]
  end do
  sync all
  img = 1; idx = 1; count = 0
  do while (img > 0)
    count = count + 1
    s = pl[img]%items(idx)
    if (s%key /= 100 * img + idx .or. s%total /= idx * idx) error stop 'FAIL item'
    j = pl[img]%items(idx)%next_index
    img = pl[img]%items(idx)%next_image
    idx = j
  end do
  if (count /= 3 * n) error stop 'FAIL count'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
