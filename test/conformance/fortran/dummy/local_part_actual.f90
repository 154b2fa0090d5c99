! conformance: images=1,2,3,5
! feature: coarray as ordinary actual argument
! The local part of a coarray goes to procedures that know nothing of coarrays.
program local_part_actual
  implicit none
  real :: u(0:5, 0:5)[*], w(8)[*]
  integer, allocatable :: idx(:)[:]
  integer :: me, n, k, left
  external :: old_style
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  allocate (idx(5)[*])
  call fill(u, real(me))
  call old_style(w, 8, me)
  call sort(idx, me)
  call fill(u(1:4, 5:5), -1.0)
  sync all
  call checkr('u', u(0, 0)[k], real(k))
  call checkr('u section', u(4, 5)[k], -1.0)
  call checkr('w', w(8)[k], 8.0 * k)
  call checkr('idx', real(idx(5)[k]), real(k + 5))
  sync all
  w(1)[k] = me
  sync all
  call checkr('seen by a function', total(w), left + 35.0 * me)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine fill(x, v)
    real, intent(out) :: x(:, :)
    real, intent(in) :: v
    x = v
  end subroutine fill
  subroutine sort(x, m)
    integer, allocatable, intent(inout) :: x(:)[:]
    integer, intent(in) :: m
    x = [m + 1, m + 2, m + 3, m + 4, m + 5]
  end subroutine sort
  real function total(x)
    real, intent(in) :: x(*)
    total = sum(x(1:8))
  end function total
  subroutine checkr(what, got, want)
    character(*), intent(in) :: what
    real, intent(in) :: got, want
    if (abs(got - want) > 1e-5 * max(1.0, abs(want))) then
      print '(3a,g0,a,g0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine checkr
end program local_part_actual

subroutine old_style(x, m, f)
  integer :: m, f, i
  real :: x(m)
  do i = 1, m
    x(i) = i * f
  end do
end subroutine old_style
