! conformance: images=1,2,3,5
! feature: allocate with source= and mold=
program source_mold
  implicit none
  type t
    integer :: i = 3
    real :: x(2) = [1.0, 2.0]
  end type t
  integer, allocatable :: a(:)[:], b(:)[:], c(:, :)[:]
  type(t), allocatable :: s[:], v(:)[:]
  character(5), allocatable :: name(:)[:]
  integer :: plain(4) = [1, 2, 3, 4], me, n, k
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  allocate (a(4)[*], source=plain * me)
  allocate (b(0:3)[*], source=a)
  allocate (c(2, 3)[*], source=7)
  allocate (s[*], source=t(me, [0.5, 1.5]))
  allocate (v(2)[*], mold=s)
  allocate (name(2)[*], source=['alpha', 'omega'])
  sync all
  call check('a', a(4)[k], 4 * k)
  call check('b', b(3)[k], 4 * k)
  call check('c', sum(c(:, :)[k]), 42)
  call check('s', s[k]%i, k)
  call check('v', sum(v(:)[k]%i), 6)
  if (name(2)[k] /= 'omega') error stop 'FAIL: name'
  call check('size of v', size(v), 2)
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
end program source_mold
