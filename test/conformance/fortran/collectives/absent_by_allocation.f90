! conformance: images=1,3
! feature: absent arguments of collective subroutines
! An unallocated variable and a disassociated pointer are absent arguments (F2018 15.5.2.12).
module sums
  implicit none
  type settings
    integer, allocatable :: root
    integer(8), pointer :: other => null()
  end type
contains
  subroutine add(x, root)
    integer, intent(inout) :: x
    integer, allocatable, intent(in), optional :: root
    call co_sum(x, result_image=root)
  end subroutine
end module

program absent_by_allocation
  use sums
  implicit none
  type(settings) :: s
  integer, allocatable :: root
  integer, pointer :: p
  integer :: x, me, n, total
  me = this_image(); n = num_images()
  total = n*(n + 1)/2
  nullify (p)
  x = me; call co_sum(x, root); if (x /= total) error stop 'allocatable'
  x = me; call co_max(x, result_image=p); if (x /= n) error stop 'pointer'
  x = me; call co_sum(x, s%root); if (x /= total) error stop 'component'
  x = me; call co_min(x, s%other); if (x /= 1) error stop 'pointer component'
  x = me; call add(x); if (x /= total) error stop 'dummy'
  x = me; call add(x, root); if (x /= total) error stop 'unallocated dummy'
  allocate (root, source=n)
  allocate (s%root, source=1)
  x = me; call co_sum(x, root); if (me == n .and. x /= total) error stop 'image'
  x = me; call add(x, root); if (me == n .and. x /= total) error stop 'image of dummy'
  x = me; call co_sum(x, s%root); if (me == 1 .and. x /= total) error stop 'image of component'
  if (me == 1) print '(a)', 'PASS'
end program
