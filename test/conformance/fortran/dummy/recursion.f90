! conformance: images=1,2,3,5
! feature: recursion with coarrays
program recursion_test
  implicit none
  integer :: a(8)[*], me, n, k, left
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  a = 0
  sync all
  call halve(a, 8, 1)
  call check('first half', a(1), 4 * left)
  call check('5', a(5), left)
  call check('8', a(8), 4 * left)
  call check('depth result', depth(4), 4 + 3 + 2 + 1 + 4 * k)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  ! a dummy that is a part of the caller's, at every level
  recursive subroutine halve(x, m, level)
    integer, intent(in) :: m, level
    integer :: x(m)[*]
    x(m)[k] = level * this_image()
    sync all
    if (m > 1) call halve(x(1 : m/2), m / 2, level + 1)
    if (m > 1) then
      x(m / 2 + 1)[k] = level * this_image()
      x(m)[k] = 4 * this_image()
    end if
    sync all
  end subroutine halve
  ! a local allocatable coarray at every level, deallocated at each return
  recursive integer function depth(d) result(r)
    integer, intent(in) :: d
    integer, allocatable :: t(:)[:]
    allocate (t(d)[*])
    t = this_image()
    r = d
    sync all
    if (d > 1) r = r + depth(d - 1)
    call check('own level survives', size(t), d)
    r = r + t(d)[k]
  end function depth
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program recursion_test
