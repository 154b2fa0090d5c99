! conformance: images=1,2,3,5,8
! feature: allocatable components of coindexed objects
program allocatable_component
  implicit none
  type block
    integer :: n = 0
    real, allocatable :: u(:)
    integer, allocatable :: map(:, :)
  end type block
  type(block) :: b[*]
  real, allocatable :: got(:)
  integer :: me, n, k, left, i
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  b%n = 3 + me                                     ! another size on every image
  allocate (b%u(b%n), b%map(0:me, 2))
  b%u = [(100.0 * me + i, i = 1, b%n)]
  b%map = me
  sync all
  call check('element', nint(b[k]%u(2)), 100 * k + 2)
  call check('last element', nint(b[k]%u(b[k]%n)), 101 * k + 3)
  call check('size', size(b[k]%u), 3 + k)
  call check('bounds', ubound(b[k]%map, 1), k)
  got = b[k]%u(:)
  call check('whole', size(got), 3 + k)
  call check('section', nint(sum(b[k]%u(1:3:2))), 200 * k + 4)
  call check('rank 2', sum(b[k]%map(0:k, 2)), k * (k + 1))
  if (.not. allocated(b[k]%u)) error stop 'FAIL: allocated'
  sync all
  b[k]%u(1) = -me
  b[k]%u(2:3) = [1.5, 2.5] * me
  b[k]%map(:, 1) = 7
  sync all
  call check('put element', nint(b%u(1)), -left)
  call check('put section', nint(2 * b%u(3)), 5 * left)
  call check('put whole column', sum(b%map(:, 1)), 7 * (me + 1))
  call check('other column', sum(b%map(:, 2)), me * (me + 1))
  sync all
  b%u = [b%u, 0.5]                                 ! reallocated, it may have moved
  b%u(1) = 9 * me
  deallocate (b%map)
  sync all
  call check('after reallocation', nint(b[k]%u(1)), 9 * k)
  call check('new size', size(b[k]%u), 4 + k)
  if (allocated(b[k]%map)) error stop 'FAIL: still allocated'
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
end program allocatable_component
