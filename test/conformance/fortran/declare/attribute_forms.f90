! conformance: images=1,2,3,5
! feature: codimension attribute and statement
! Every way to say that something is a coarray.
program attribute_forms
  implicit none
  integer, codimension[*] :: a, b(2), c[2, *]
  integer, dimension(3), codimension[*], save :: d, e(4)
  integer :: f, g
  codimension :: f[*], g[2, *]
  integer :: h(2)
  codimension h[0:*]
  integer :: p, q
  dimension p(2)
  codimension p[*]
  target :: q(3)[*]
  integer, allocatable :: r(:)
  codimension r[:]
  integer :: s
  allocatable :: s(:, :)[:]
  integer, allocatable, codimension[:, :], dimension(:) :: t
  integer :: local, u(2)[*], other(2)
  integer :: me, n, k
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  allocate (r(2)[*], s(2, 2)[*], t(2)[2, *])
  a = me; b = me + 1; c = me + 2; d = me + 3; e = me + 4; f = me + 5; g = me + 6
  h = me + 7; p = me + 8; q = me + 9; r = me + 10; s = me + 11; t = me + 12; u = me + 13
  local = 0; other = 0
  sync all
  call check('a', a[k], k)
  call check('b', b(2)[k], k + 1)
  call check('c', c[mod(k-1, 2) + 1, (k+1)/2], k + 2)
  call check('d', d(3)[k], k + 3)
  call check('e', e(4)[k], k + 4)
  call check('f', f[k], k + 5)
  call check('g', g[mod(k-1, 2) + 1, (k+1)/2], k + 6)
  call check('h', h(2)[k-1], k + 7)
  call check('p', p(2)[k], k + 8)
  call check('q', q(3)[k], k + 9)
  call check('r', r(2)[k], k + 10)
  call check('s', s(2, 1)[k], k + 11)
  call check('t', t(2)[mod(k-1, 2) + 1, (k+1)/2], k + 12)
  call check('u', u(2)[k] + local + other(1), k + 13)
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
end program attribute_forms
