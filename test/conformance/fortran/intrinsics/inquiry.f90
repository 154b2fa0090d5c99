! conformance: images=1,2,3
! feature: inquiries about coarrays
program inquiry
  implicit none
  integer, allocatable :: a(:, :)[:]
  real(kind(1d0)) :: x(-1:3, 2)[*]
  character(7) :: c(3)[*]
  type t
    integer :: i(4)
  end type t
  type(t) :: s(2)[*]
  integer :: k
  k = mod(this_image(), num_images()) + 1
  if (allocated(a)) error stop 'FAIL: allocated'
  allocate (a(4, 0:2)[*])
  call check('size', size(a) * 100 + size(a, 2), 1203)
  call check('shape', sum(shape(a(2:3, :)[k])), 5)
  call check('bounds', lbound(x, 1) * 100 + ubound(x, 1), -97)
  call check('bounds of a section', lbound(x(0:, :), 1), 1)
  call check('bounds of a coindexed section', ubound(x(0:2, :)[k], 1), 3)
  call check('kind', kind(x) - kind(x(1, 1)[k]), 0)
  call check('len', len(c) + len(c(2)[k]) + len(c(1)[k](2:4)), 17)
  call check('storage_size', storage_size(x) / storage_size(1.0), 2)
  call check('size of a component', size(s(1)[k]%i), 4)
  call check('rank', rank(a) + rank(x(:, 1)) + rank(c(1)), 3)
  call check('digits', digits(x(0, 1)[k]), digits(1d0))
  deallocate (a)
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
end program inquiry
