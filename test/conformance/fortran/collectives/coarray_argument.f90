! conformance: images=1,2,3,5
! feature: collectives over coarrays and components
program coarray_argument
  implicit none
  type stats
    real :: total = 0
    integer :: hits(3) = 0
  end type stats
  integer :: a(4)[*], x[*], me, n, k, t
  integer, allocatable :: b(:)[:]
  type(stats) :: s, list(2)[*]
  me = this_image(); n = num_images(); k = mod(me, n) + 1; t = n * (n + 1) / 2
  allocate (b(3)[*], source=me)
  a = me; x = me
  call co_sum(a)
  call co_max(x)
  call co_sum(b(2:3))
  s%total = 0.5 * me; s%hits = [me, 0, 1]
  call co_sum(s%total)
  call co_sum(s%hits)
  list(2)%hits(2) = me
  call co_max(list(2)%hits(2))
  sync all
  call check('coarray', a(4)[k], t)
  call check('scalar coarray', x[k], n)
  call check('allocatable coarray section', b(3)[k] + b(1)[k], t + k)
  call check('component', nint(2 * s%total), t)
  call check('array component', sum(s%hits), t + n)
  call check('component of a coarray', list(2)[k]%hits(2), n)
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
end program coarray_argument
