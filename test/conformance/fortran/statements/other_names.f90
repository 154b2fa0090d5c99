! conformance: images=1,2,3
! feature: associate names beside what they name
! What an associate name and the name behind it reach, in one statement: all types.
module kinds_of_things
  implicit none
  type :: cell
    integer :: n = 0
    real :: w(2) = 0
  end type
contains
  elemental integer function twice(c)
    type(cell), intent(in) :: c
    twice = 2*c%n
  end function
end module
program other_names
  use kinds_of_things
  implicit none
  type(cell), save :: c(6)[*]
  complex, save :: z(6)[*]
  character(2), save :: s(6)[*]
  integer, save :: v(6)[*], w(6)[*]
  integer :: k, i, me
  me = this_image()
  k = 1 + mod(me, num_images())
  c%n = [(i, i = 1, 6)]
  z = [(cmplx(i, -i), i = 1, 6)]
  s = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6']
  v = [(i, i = 1, 6)]
  w = v
  sync all
  if (me == 1) then      ! image 1 alone changes its own, by both names
    associate (d => c(2:5), y => z(1:5), t => s, u => v(:), q => v(6:1:-1), re => z%re)
      d(2:4) = c(2:4)[1]
      if (any(c%n /= [1, 2, 2, 3, 4, 6])) error stop 1
      c(1:4)[1] = d
      if (any(c%n /= [2, 2, 3, 4, 4, 6])) error stop 2
      d(:)[1] = d(4:1:-1)
      if (any(c%n /= [2, 4, 4, 3, 2, 6])) error stop 3
      y(2:5) = z(1:4)[1]
      if (any(nint(z%re) /= [1, 1, 2, 3, 4, 6])) error stop 4
      re(2:6) = z(1:5)[1]%re
      if (any(nint(z%re) /= [1, 1, 1, 2, 3, 4])) error stop 5
      z(1:5)[1]%im = re(2:6)
      if (any(nint(z%im) /= [1, 1, 2, 3, 4, -6])) error stop 6
      t(2:6) = s(1:5)[1]
      if (any(s /= ['a1', 'a1', 'b2', 'c3', 'd4', 'e5'])) error stop 7
      t(2:6)[1](1:1) = t(1:5)(2:2)
      if (any(s /= ['a1', '11', '12', '23', '34', '45'])) error stop 8
      u = v(6:1:-1)[1]
      if (any(v /= [6, 5, 4, 3, 2, 1])) error stop 9
      v(:)[1] = u
      u = v(:)[1] + 1
      if (any(v /= [7, 6, 5, 4, 3, 2])) error stop 10
      q = v(:)[1]
      if (any(v /= [2, 3, 4, 5, 6, 7])) error stop 11
      where (u > 4)
        u = v(6:1:-1)[1]
      end where
      if (any(v /= [2, 3, 4, 4, 3, 2])) error stop 12
      u(:)[1] = v(:)
      forall (i = 1:5) u(i) = v(i + 1)[1]
      if (any(v /= [3, 4, 4, 3, 2, 2])) error stop 13
      do i = 2, 6
        u(i) = v(i - 1)[1]
      end do
      if (any(v /= 3)) error stop 14
      c%n = [(i, i = 1, 6)]
      v(1:5)[1] = twice(c(2:6))
      w(2:6) = twice(d(1)) + w(1:5)[1]
      if (any(v(1:5) /= [4, 6, 8, 10, 12]) .or. any(w(2:6) /= 4 + [1, 2, 3, 4, 5])) error stop 15
    end associate
  end if
  sync all
  associate (d => c(2:5), u => v)
    if (me == 1 .and. k /= 1) then
      d(:) = c(1:4)[k]
      if (any(d%n /= [1, 2, 3, 4])) error stop 16
      u(1:5) = v(2:6)[k] + u(2:6)
    end if
  end associate
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
