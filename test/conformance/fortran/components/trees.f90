! conformance: images=1,2,3,5,8
! feature: components of coindexed objects in whole programs
! Trees with pointer components on each image, walked from another.
module tree_m
  implicit none
  type node
    integer :: key = -1
    type(node), pointer :: left => null(), right => null()
  end type
  type forest
    type(node), pointer :: root => null()
    integer :: count = 0
  end type
contains
  recursive subroutine insert(t, key)
    type(node), pointer, intent(inout) :: t
    integer, intent(in) :: key
    if (.not. associated(t)) then
      allocate (t)
      t%key = key
    else if (key < t%key) then
      call insert(t%left, key)
    else
      call insert(t%right, key)
    end if
  end subroutine
end module
program p
  use tree_m
  implicit none
  type(forest) :: f[*]
  integer :: me, n, k, i
  type(node) :: copy
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  do i = 1, 7
    call insert(f%root, mod(i * 5 + me, 11))
    f%count = f%count + 1
  end do
  sync all
  if (f[k]%root%key /= mod(5 + k, 11)) error stop 'FAIL root'
  copy = f[k]%root
  if (copy%key /= mod(5 + k, 11)) error stop 'FAIL copy'
  if (associated(f[k]%root%left)) then
    if (f[k]%root%left%key >= f[k]%root%key) error stop 'FAIL left'
    if (associated(f[k]%root%left%left)) then
      if (f[k]%root%left%left%key >= f[k]%root%left%key) error stop 'FAIL leftleft'
    end if
  end if
  if (associated(copy%left)) then
    if (copy%left%key /= f[k]%root%left%key) error stop 'FAIL copy left'
  end if
  sync all
  f[k]%root%key = 1000 + me
  sync all
  if (f%root%key /= 1000 + merge(n, me - 1, me == 1)) error stop 'FAIL put'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
