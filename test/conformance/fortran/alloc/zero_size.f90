! conformance: images=1,2,3,5
! feature: zero-size coarrays
program zero_size
  implicit none
  integer, allocatable :: a(:)[:], b(:, :)[:]
  integer :: z(0)[*], e(5:4, 3)[*], got(2), me, n, k, m
  type empty
  end type empty
  type(empty) :: nothing[*], local
  character(0) :: c[*]
  me = this_image(); n = num_images(); k = mod(me, n) + 1; m = 0
  allocate (a(m)[*], b(3, 7:6)[*])
  if (.not. allocated(a) .or. .not. allocated(b)) error stop 'FAIL: not allocated'
  call check('sizes', size(a) + size(b) + size(z) + size(e), 0)
  a = 1; b = 2; z = 3
  sync all
  a(:)[k] = 5
  b(:, :)[k] = 6
  z(:)[k] = a
  call check('sum', sum(a(:)[k]) + sum(z(:)[k]) + sum(e(:, 2)[k]), 0)
  got = 4
  got(2:1) = a(:)[k]
  call check('untouched', sum(got), 8)
  local = nothing[k]
  c[k] = 'gone'
  call check('len', len(c[k]), 0)
  call check('lbound of zero extent', lbound(b, 2), 1)
  deallocate (a)
  allocate (a(3)[*], source=me)
  sync all
  call check('allocated again', a(3)[k], k)
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
end program zero_size
