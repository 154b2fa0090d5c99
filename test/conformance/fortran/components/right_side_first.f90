! conformance: images=1,2,3
! feature: components of coindexed objects in whole programs
! The right side is evaluated before the left side is defined (F2018 10.2.1.3), under whatever names both refer to the same memory.
program right_side_first
  implicit none
  integer, parameter :: wide = selected_char_kind('ISO_10646')
  type t
    real(8) :: u(0:7,4)
  end type
  type s
    integer :: k = 0
    integer, allocatable :: x(:)
  end type
  type h
    type(t), pointer :: top => null()
    integer, allocatable :: al(:)
    type(s), pointer :: rows(:) => null()
    character(:), allocatable :: names(:)
    character(kind=wide, len=2) :: signs(3)
  end type
  type(h) :: g[*]
  integer :: a(8)[*], me, i
  complex :: c(6)[*]
  me = this_image()
  a = [(i, i = 1, 8)]
  c = [(cmplx(i, -i), i = 1, 6)]
  allocate (g%top, g%al(8), g%rows(3))
  g%top%u = reshape([(1d0 * i, i = 1, 32)], [8, 4])
  g%al = [(i, i = 1, 8)]
  do i = 1, 3
    g%rows(i)%k = i
    allocate (g%rows(i)%x(i), source=10 * i)
  end do
  g%names = ['abc', 'def', 'ghi']
  g%signs = [wide_'ab', wide_'cd', wide_'ef']
  sync all
  associate (u => a(1:8))
    u(2:8) = u(1:7)[me]
  end associate
  if (any(a /= [1, 1, 2, 3, 4, 5, 6, 7])) error stop 'associate name'
  associate (u => c)
    u(2:6) = (u(1:5)[me])
  end associate
  if (any(c /= [(1,-1), (1,-1), (2,-2), (3,-3), (4,-4), (5,-5)])) error stop 'parentheses'
  g%top%u(1:7, 2:4) = g[me]%top%u(0:6, 1:3)
  if (sum(g%top%u(:,4)) /= 25d0 + sum([(16d0 + i, i = 1, 7)])) error stop 'pointer component'
  g%al(2:8) = g[me]%al(1:7)
  if (any(g%al /= [1, 1, 2, 3, 4, 5, 6, 7])) error stop 'allocatable component'
  g%names(2:3) = g[me]%names(1:2)
  if (any(g%names /= ['abc', 'abc', 'def'])) error stop 'deferred length'
  g%signs(2:3) = g[me]%signs(1:2)
  if (any(g%signs /= [wide_'ab', wide_'ab', wide_'cd'])) error stop 'kind of characters'
  g%rows(2:3) = g[me]%rows(1:2)
  if (any(g%rows%k /= [1, 1, 2])) error stop 'structures'
  if (size(g%rows(3)%x) /= 2 .or. any(g%rows(3)%x /= 20) .or. any(g%rows(2)%x /= 10)) error stop 'their components'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
