! conformance: images=1,2,3,5
! feature: atomic_define, atomic_ref, atomic_add
program logical_and_components
  use, intrinsic :: iso_fortran_env
  implicit none
  type work
    integer(atomic_int_kind) :: head = 0, tail(3) = 0
    logical(atomic_logical_kind) :: open = .false.
  end type work
  type(work) :: q[*]
  integer(atomic_int_kind), allocatable :: a(:)[:]
  logical(atomic_logical_kind) :: f(2)[*], l
  integer(atomic_int_kind) :: v
  integer :: me, n, k, left, st
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  allocate (a(0:2)[*], source=0_atomic_int_kind)
  call atomic_define(f(1), .false._atomic_logical_kind)
  f(2) = .true.
  sync all
  call atomic_define(f(1)[k], mod(me, 2) == 0)
  call atomic_define(q[k]%open, .true._atomic_logical_kind, stat=st)
  call check('stat', st, 0)
  call atomic_add(q[k]%tail(2), int(me, atomic_int_kind))
  call atomic_add(q[1]%head, 3)                    ! value of another kind
  call atomic_add(a(2)[k], 10 * me)
  sync all
  call atomic_ref(l, f(1))
  if (l .neqv. mod(left, 2) == 0) error stop 'FAIL: logical atomic'
  if (.not. f(2)) error stop 'FAIL: its neighbour'
  call atomic_ref(l, q[k]%open)
  if (.not. l) error stop 'FAIL: logical component'
  call atomic_ref(v, q%tail(2))
  call check('component', int(v), left)
  call check('other elements', int(q%tail(1) + q%tail(3)), 0)
  call atomic_ref(v, q[1]%head)
  call check('shared component', int(v), 3 * n)
  call atomic_ref(v, a(2)[me])
  call check('allocatable', int(v), 10 * left)
  sync all
  call atomic_add(a(2), -1)
  call check('local atom', int(a(2)), 10 * left - 1)
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
end program logical_and_components
