! conformance: images=1,2,3,5
! feature: move_alloc of coarrays
program move_alloc_coarray
  implicit none
  integer, allocatable :: a(:)[:], b(:)[:]
  integer :: me, n, k, left, st
  character(50) :: msg
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  allocate (a(2:5)[*], source=me)
  call move_alloc(a, b)
  if (allocated(a) .or. .not. allocated(b)) error stop 'FAIL: not moved'
  call check('lbound', lbound(b, 1), 2)
  call check('value', b(5)[k], k)
  sync all
  b(2)[k] = 100 + me
  sync all
  call check('put', b(2), 100 + left)
  sync all
  call grow(b, 10)
  call check('grown', size(b), 10)
  call check('old part', b(1)[k], 100 + (modulo(k - 2, n) + 1))
  call check('new part', b(10)[k], -k)
  allocate (a(3)[*], source=7 * me)
  st = 1
  call move_alloc(a, b, stat=st, errmsg=msg)        ! deallocates b first
  call check('stat', st, 0)
  call check('onto an allocated one', b(3)[k], 7 * k)
  call check('size', size(b), 3)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine grow(x, m)
    integer, allocatable, intent(inout) :: x(:)[:]
    integer, intent(in) :: m
    integer, allocatable :: t(:)[:]
    allocate (t(m)[*], source=-this_image())
    t(1:size(x)) = x
    call move_alloc(from=t, to=x)
  end subroutine grow
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program move_alloc_coarray
