! conformance: images=1,2,3,5
! feature: allocate and deallocate with stat= and errmsg=
program stat_errmsg
  implicit none
  integer, allocatable :: a(:)[:], b[:]
  integer :: st, me, n, k
  character(80) :: msg
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  st = -99
  msg = 'unchanged'
  allocate (a(10)[*], b[*], stat=st, errmsg=msg)
  call check('stat of a good allocate', st, 0)
  if (msg /= 'unchanged') error stop 'FAIL: errmsg changed without an error'
  a = me; b = me
  sync all
  call check('usable', a(10)[k] + b[k], 2 * k)
  sync all
  st = 0
  allocate (a(5)[*], stat=st, errmsg=msg)          ! allocated already, on every image
  if (st <= 0) error stop 'FAIL: stat of allocate of an allocated coarray'
  if (msg == 'unchanged') error stop 'FAIL: errmsg not set'
  call check('value kept', a(1)[k], k)
  call check('size kept', size(a), 10)
  deallocate (a, b, stat=st)
  call check('stat of a good deallocate', st, 0)
  deallocate (a, stat=st, errmsg=msg)
  if (st <= 0) error stop 'FAIL: stat of deallocate of an unallocated coarray'
  if (allocated(a) .or. allocated(b)) error stop 'FAIL: allocated'
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
end program stat_errmsg
