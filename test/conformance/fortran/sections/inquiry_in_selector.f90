! conformance: images=1,2,3
! feature: coindexed object
! Image selectors that hold inquiries about a coarray which is never coindexed: beside sections of
! components and of parts of complex numbers, beside substrings, and in pure procedures.
program inquiry_in_selector
  implicit none
  type box
    integer :: n, v(3)
    character(4) :: s(3)
  end type
  type(box), save :: b(5)[*]
  complex(8), save :: q(5)[*]
  character(6), save :: c(4)[*]
  integer, save :: near[*], x(5)[*]
  integer :: k, i, m, bad
  m = this_image()
  k = 1 + mod(m, num_images())
  near = k
  bad = 0
  do i = 1, 5
    b(i)%n = 10*m + i
    b(i)%v = [i, 2*i, 3*i] + 100*m
    b(i)%s = [character(4) :: 'abcd', 'efgh', 'ijkl']
    x(i) = 7*m + i
  end do
  q = [(cmplx(i, m, 8), i = 1, 5)]
  c = 'uvwxyz'
  c(1)(2:3) = char(64 + m) // 'T'
  sync all
  if (maxval(b(1:4:3)[image_index(near, [near])]%n) /= 10*k + 4) bad = 1
  if (any(int(q(2:4:2)[image_index(near, [near])]%im) /= k)) bad = 2
  if (any(b(2)[image_index(near, [near])]%v /= 100*k + [2, 4, 6])) bad = 3
  if (any(b(2)[image_index(near, [near])]%s(1:3:2)(2:3) /= ['bc', 'jk'])) bad = 4
  if (any(c(1:3:2)[image_index(near, [near])](2:3) /= [char(64 + k) // 'T', 'vw'])) bad = 5
  if (any(b(3:5:2)[image_index(near, [near])]%s(2) /= 'efgh')) bad = 6
  if (any(shifted(2) /= 7*k + [3, 4, 5])) bad = 7
  sync all
  q(1:5:2)[image_index(near, [near])]%re = x(4:2:-1)[m]
  c(2:4)[image_index(near, [near])](lcobound(near, 1) + 4:) = 'PQ'
  sync all
  i = merge(num_images(), m - 1, m == 1)
  if (any(int(q%re) /= [7*i + 4, 2, 7*i + 3, 4, 7*i + 2])) bad = 8
  if (any(c(2:4) /= 'uvwxPQ')) bad = 9
  if (bad /= 0) then
    print '(a,i0,a,i0)', 'image ', m, ': check ', bad
    error stop 1
  end if
  sync all
  if (m == 1) print '(a)', 'PASS'
contains
  pure function shifted(low) result(part)
    integer, intent(in) :: low
    integer :: part(3)
    part = x(low+lcobound(near, 1):low+3)[image_index(near, [near])] + this_image(near, 1) - this_image()
  end function shifted
end program inquiry_in_selector
