! conformance: images=1,2,3,5
! feature: coarray dummy, allocatable
module store_m
  implicit none
contains
  subroutine create(a, m)
    integer, allocatable, intent(inout) :: a(:)[:]
    integer, intent(in) :: m
    if (allocated(a)) deallocate (a)
    allocate (a(m)[*], source=this_image())
  end subroutine create
  subroutine use_it(a, k)
    integer, allocatable :: a(:)[:]
    integer, intent(in) :: k
    a(size(a))[k] = 100 + this_image()
    sync all
  end subroutine use_it
  subroutine destroy(a)
    integer, allocatable :: a(:)[:]
    deallocate (a)
  end subroutine destroy
end module store_m

program allocatable_dummy
  use store_m
  implicit none
  integer, allocatable :: a(:)[:]
  integer :: me, n, k, left
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  call create(a, 5)
  call check('size', size(a), 5)
  call check('remote', a(3)[k], k)
  sync all
  call use_it(a, k)
  call check('put', a(5), 100 + left)
  sync all
  call create(a, 9)
  call check('new size', size(a), 9)
  call use_it(a, k)
  call check('put again', a(9), 100 + left)
  call destroy(a)
  if (allocated(a)) error stop 'FAIL: still allocated'
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
end program allocatable_dummy
