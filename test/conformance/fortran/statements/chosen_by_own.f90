! conformance: images=2,3
! feature: elements that an assignment chooses by what it defines
! The right side is evaluated before the left side is defined (F2018 10.2.1.3, 10.2.3.2), also where
! what is defined stands in the subscripts of other arrays, and the subscripts of what is defined
! are evaluated before it is defined.
program chosen_by_own
  implicit none
  type part
    integer :: n
    real :: x
  end type
  type(part) :: p(5)
  integer, save :: z(5)[*], l(5)[*], a(5)[*], b(5)[*]
  character(5), save :: c(5)[*]
  real, allocatable :: r(:)
  integer :: zz(5), m(5, 2), o, me, k
  me = this_image()
  o = 1 + mod(me, num_images())
  l = [10, 20, 30, 40, 50]
  c = ['abcde', 'fghij', 'klmno', 'pqrst', 'uvwxy']
  sync all

  z = [1, 2, 3, 4, 5]
  z = l(z(5:1:-1))[o]
  call check('whole array', z, [50, 40, 30, 20, 10])
  z = [1, 2, 3, 4, 5]
  z = l(z(5:1:-1))[o] + 1
  call check('expression', z, [51, 41, 31, 21, 11])
  z = [1, 2, 3, 4, 5]
  z(:)[me] = l(z(5:1:-1))
  call check('put', z, [50, 40, 30, 20, 10])
  z = [1, 2, 3, 4, 5]
  z(:)[me] = l(z(5:1:-1)[me]) + 1
  call check('put and get', z, [51, 41, 31, 21, 11])
  z = [1, 2, 3, 4, 5]
  z(2:) = l(z(:4)[me])
  call check('own image', z, [1, 10, 20, 30, 40])
  zz = [1, 2, 3, 4, 5]
  zz(2:) = l(zz(:4))[o] + l(:4)[o]
  call check('two operands', zz, [1, 20, 40, 60, 80])
  zz = [1, 2, 3, 4, 5]
  zz(2:) = l(l(zz(:4))/10)[o]
  call check('subscript in subscript', zz, [1, 10, 20, 30, 40])
  zz = [1, 2, 3, 4, 5]
  zz = iachar(c(zz(5:1:-1))[o](1:1))
  call check('characters', zz, iachar(['u', 'p', 'k', 'f', 'a']))
  r = [1., 2., 3., 4., 5.]
  r = l(nint(r(5:1:-1)))[o]
  call check('allocatable', nint(r), [50, 40, 30, 20, 10])
  z = [5, 4, 3, 2, 1]
  z(:) = l(z(:))[o]
  call check('same elements', z, [50, 40, 30, 20, 10])

  z = [1, 2, 3, 4, 5]
  where (l > 0) z = l(z(1) + 1)[o]
  call check('WHERE, element', z, [20, 20, 20, 20, 20])
  z = [1, 2, 3, 4, 5]
  where (l > 0) z(:)[me] = l(z(1) + 1)
  call check('WHERE, put', z, [20, 20, 20, 20, 20])
  z = [1, 2, 3, 4, 5]
  where (l > 0) z(:)[me] = l(z(1)[me] + 1)
  call check('WHERE, put and get', z, [20, 20, 20, 20, 20])
  z = [1, 2, 3, 4, 5]
  where (l(z(5:1:-1)) > 20) z = l(z(5:1:-1))[o]
  call check('WHERE, section in mask', z, [50, 40, 30, 4, 5])
  z = [1, 2, 3, 4, 5]
  where (l(:)[o] > l(z(2))) z = 0
  call check('WHERE, element in mask', z, [1, 2, 0, 0, 0])
  z = [1, 2, 3, 4, 5]
  where (l > 20) z(:)[me] = l(z(5:1:-1))
  call check('WHERE, section, put', z, [1, 2, 30, 20, 10])
  zz = [1, 2, 3, 4, 5]
  where (l(2:) > 0)
    zz(2:) = l(zz(:4))[o]
  elsewhere
    zz(2:) = 0
  end where
  call check('WHERE construct', zz, [1, 10, 20, 30, 40])

  a = [2, 3, 4, me, 0]
  where (l > 20) a(a(1) - 1:a(1) + 3)[a(4)] = 7
  call check('subscripts of what WHERE defines', a, [2, 3, 7, 7, 7])
  a = [2, 3, 4, me, 0]
  where (l > 20)
    a(a(1) - 1:a(1) + 3)[a(4)] = 7
  end where
  call check('the same, construct', a, [2, 3, 7, 7, 7])
  m = 1
  where (l > 0) m(:, m(2, 1)) = l(:)[o]
  if (any(m(:, 1) /= [10, 20, 30, 40, 50]) .or. any(m(:, 2) /= 1)) error stop 'WHERE, left side'
  m = 1
  where (l(:)[o] > 0)
    m(m(1, 1):m(1, 1) + 4, 1) = 5
  end where
  if (any(m(:, 1) /= 5)) error stop 'WHERE construct, left side'
  a = [2, 3, 4, 5, 1]
  b = 0
  where (l > 20)
    b = l(a)[o]
    a = 0
  elsewhere
    a = 1
  end where
  call check('WHERE: defined by a later statement', b, [0, 0, 40, 50, 10])
  zz = [1, 2, 3, 4, 5]
  b = 0
  forall (k = 1:5)
    b(k) = l(zz(6 - k))[o]
    zz(k) = k*k
  end forall
  call check('FORALL: defined by a later statement', b, [50, 40, 30, 20, 10])
  p = [(part(6 - k, 0), k = 1, 5)]
  forall (k = 1:5) p(k)%x = l(p(6 - k)%n)[o]
  call check('FORALL: another component', nint(p%x), [10, 20, 30, 40, 50])
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine check(what, got, wanted)
    character(*), intent(in) :: what
    integer, intent(in) :: got(:), wanted(:)
    if (all(got == wanted)) return
    print '(2a,*(i6))', what, ':', got
    error stop
  end subroutine
end program
