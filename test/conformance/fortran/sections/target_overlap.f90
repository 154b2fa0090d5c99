! conformance: images=1,2,3
! feature: overlap of both sides on the same image
! A pointer points to the coarray that is defined or referenced with an image selector, and the image is this one.
program target_overlap
  implicit none
  real, save, target :: t(40)[*]
  real, pointer :: p(:)
  integer :: me, i

  me = this_image()
  p => t
  call fill
  t(2:9)[me] = p(1:8)
  call check('put', all(t(:10) == me + [1, 1, 2, 3, 4, 5, 6, 7, 8, 10]))
  call fill
  p(2:9) = t(1:8)[me]
  call check('got', all(t(:10) == me + [1, 1, 2, 3, 4, 5, 6, 7, 8, 10]))
  call fill
  t(2:40)[me] = p(1:39)
  call check('long', all(t == me + [1, (i, i = 1, 39)]))
  call fill
  t(2:9)[me] = p(1:8) + 1
  call check('expression', all(t(:10) == me + [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))
  call fill
  p(2:9) = 2 * t(1:8)[me]
  call check('expression got', all(t(2:9) == [(2 * (me + i), i = 1, 8)]))
  call fill
  p(40:1:-1) = t(:)[me]
  call check('backwards', all(t == [(me + 41 - i, i = 1, 40)]))
  call fill
  do i = 1, 3
    t(2:9)[me] = p(1:8)
  end do
  call check('loop', all(t(:10) == me + [1, 1, 1, 1, 2, 3, 4, 5, 6, 10]))
  call fill
  call dummy(t)
  call check('dummy argument', all(t(:10) == me + [1, 1, 2, 3, 4, 5, 6, 7, 8, 10]))
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine dummy(d)
    real, target :: d(:)
    t(2:9)[me] = d(1:8)
  end subroutine

  subroutine fill
    t = [(me + i, i = 1, 40)]
  end subroutine

  subroutine check(what, ok)
    character(len=*), intent(in) :: what
    logical, intent(in) :: ok
    if (.not. ok) then
      print '(3a,i0)', 'wrong: ', what, ' on image ', me
      error stop 1
    end if
  end subroutine
end program target_overlap
