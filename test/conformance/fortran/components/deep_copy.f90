! conformance: images=1,2,3,5
! feature: allocatable components of coindexed objects
! A coindexed structure with allocatable components on the right-hand side is copied with what they hold.
program deep_copy
  implicit none
  type part
    integer, allocatable :: v(:)
  end type part
  type whole
    integer :: id = 0
    type(part) :: p
    real, allocatable :: x(:)
    character(:), allocatable :: label
  end type whole
  type(whole) :: w[*], got
  type(whole), allocatable :: list(:)[:], copies(:)
  integer :: me, n, k, i
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  allocate (list(2)[*])
  w%id = me; w%p%v = [(i, i = 1, me)]
  if (mod(me, 2) == 1) w%x = [1.0 * me]            ! not allocated on even images
  w%label = repeat('ab', me)
  list(1) = w
  list(2)%id = -me
  sync all
  got = w[k]
  call check('id', got%id, k)
  call check('size', size(got%p%v), k)
  call check('value', got%p%v(k), k)
  if (allocated(got%x) .neqv. mod(k, 2) == 1) error stop 'FAIL: allocation status'
  if (got%label /= repeat('ab', k)) error stop 'FAIL: label'
  got%p%v(1) = 99                                  ! a copy, not the original
  sync all
  if (me > 0) call check('original', w%p%v(1), 1)
  copies = list(:)[k]
  call check('array', size(copies(1)%p%v), k)
  if (allocated(copies(2)%p%v)) error stop 'FAIL: not allocated in the second'
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
end program deep_copy
