! conformance: images=1,2,3,5
! feature: whole programs
! A pipeline of polymorphic filters: images hand values on by events, each filter the next one.
module filters
  implicit none
  type, abstract :: filter
    character(:), allocatable :: name
  contains
    procedure(apply_), deferred :: apply
  end type
  abstract interface
    subroutine apply_(this, v)
      import filter
      class(filter), intent(inout) :: this
      real, intent(inout) :: v(:)
    end subroutine
  end interface
  type, extends(filter) :: scale_t
    real :: s = 2
  contains
    procedure :: apply => scale_apply
  end type
  type, extends(filter) :: shift_t
    real, allocatable :: d(:)
  contains
    procedure :: apply => shift_apply
  end type
contains
  subroutine scale_apply(this, v)
    class(scale_t), intent(inout) :: this
    real, intent(inout) :: v(:)
    v = v*this%s
  end subroutine
  subroutine shift_apply(this, v)
    class(shift_t), intent(inout) :: this
    real, intent(inout) :: v(:)
    v = v + this%d(:size(v))
  end subroutine
end module
program pipeline
  use filters
  use, intrinsic :: iso_fortran_env
  implicit none
  integer, parameter :: n = 50, items = 40
  type(event_type) :: full[*], empty[*]
  real :: slot(n)[*], v(n), expect(n)
  character(:), allocatable :: log[:]
  type :: box
    class(filter), allocatable :: f
  end type
  type(box) :: mine[*]
  integer :: me, np, k, i, j
  me = this_image(); np = num_images()
  allocate(character(20) :: log[*])
  write (log, '(a,i0)') 'image ', me
  if (mod(me, 2) == 0) then
    mine%f = scale_t(name='scale', s=1+1.0/me)
  else
    mine%f = shift_t(name='shift', d=[(real(i*me), i=1,n)])
  end if
  sync all
  if (me < np) event post (empty)
  do k = 1, items
    if (me == 1) then
      v = k
    else
      event wait (full)
      v = slot
      event post (empty[me-1])
    end if
    call mine%f%apply(v)
    if (me < np) then
      event wait (empty)
      slot(:)[me+1] = v
      event post (full[me+1])
    else
      expect = k
      do i = 1, np
        block
          character(:), allocatable :: nm
          if (mod(i,2) == 0) then
            expect = expect*(1+1.0/i)
          else
            expect = expect + [(real(i*mod_(j)), j = 1, n)]
          end if
        end block
      end do
      if (maxval(abs(expect - v)) > 1e-3*maxval(abs(v))) error stop 'wrong'
    end if
  end do
  sync all
  if (trim(log[np]) /= 'image '//digits_(np)) error stop 'log'
  if (me == 1) print '(a)', 'PASS'
contains
  pure integer function mod_(j)
    integer, intent(in) :: j
    mod_ = j
  end function
  function digits_(k) result(s)
    integer, intent(in) :: k
    character(:), allocatable :: s
    character(12) :: t
    write (t, '(i0)') k
    s = trim(t)
  end function
end program
