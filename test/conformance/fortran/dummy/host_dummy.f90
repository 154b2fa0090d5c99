! conformance: images=1,2,3,5
! feature: coarray dummies in internal procedures
program host_dummy
  implicit none
  integer :: a(-1:4)[*], me, n, k, left
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  a = 0
  sync all
  call outer(a, k)
  call check('a(-1)', a(-1), left)
  call check('a(4)', a(4), 10 * left)
  call absent
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine outer(x, k)
    integer, intent(inout) :: x(0:)[*]
    integer, intent(in) :: k
    call forward(x, k)
    call forward(k=k, y=x, z=x(5))
    sync all
  end subroutine outer
  subroutine absent
    sync all
    call forward(a, k)
    sync all
  end subroutine absent
  subroutine forward(y, k, z)
    integer, intent(inout) :: y(:)[*]
    integer, intent(in) :: k
    integer, intent(inout), optional :: z[*]
    call last(z)
    y(1)[k] = me
    sync all
    call look(y(1))
    sync all
  end subroutine forward
  subroutine last(w)
    integer, intent(inout), optional :: w[*]
    if (present(w)) w[k] = 10 * me                 ! k and me by host association
  end subroutine last
  subroutine look(v)
    integer, intent(in) :: v[*]
    integer :: got
    got = v[k]
    call check('read in an internal procedure', got, me)
  end subroutine look
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program host_dummy
