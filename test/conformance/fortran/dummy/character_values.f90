! conformance: images=1,2,3
! feature: characters of other images, and expressions with them, for dummy arguments with VALUE
program character_values
  implicit none
  integer, parameter :: ucs4 = selected_char_kind('ISO_10646')
  type t
    character(6) :: c(2)
  end type
  character(4), save :: a(3)[*], c[*]
  character(2, ucs4), save :: wide(2)[*]
  type(t), save :: h[*]
  character(4) :: r, list(3)
  integer :: next, i, j, n(3), wrong = 0
  character(9) :: input

  next = mod(this_image(), num_images()) + 1
  a = ['aaaa', 'bbbb', 'cccc']
  c = 'dddd'
  h%c = ['eeeeff', 'gggghh']
  wide = [ucs4_'ij', ucs4_'kl']
  sync all
  call s((c[next]), 'dddd')
  call s(((a(2)[next])), 'bbbb')
  call s(c[next] // '', 'dddd')
  call s(c[next](1:2) // a(2)[next](3:4), 'ddbb')
  call s(trim(c[next]), 'dddd')
  call s(merge(c[next], a(1)[next], next > 0), 'dddd')
  call s(adjustl(c[next]), 'dddd')
  call s((c[next](1:4)), 'dddd')
  call s((h[next]%c(2)), 'gggg')
  call s(h[next]%c(1)(3:) // '', 'eeff')
  call s(f((c[next])), 'dddd')
  r = f(c[next] // 'x')
  if (r /= 'dddd') wrong = wrong + 1
  if (f((a(3)[next])) /= 'cccc') wrong = wrong + 1
  do i = 1, 3
    if (f(max(a(i)[next], 'bbbb')) /= max(a(i), 'bbbb')) wrong = wrong + 1
  end do
  list = f(a(:)[next])
  if (any(list /= a)) wrong = wrong + 1
  list(2:) = f((a(3:2:-1)[next]))
  if (any(list(2:) /= [a(3), a(2)])) wrong = wrong + 1
  if (w((wide(2)[next])) /= iachar('l') .or. w(wide(1)[next]) /= iachar('j')) wrong = wrong + 1
  n(:2) = [(length(a(2)[next]), i = 1, 2)]
  if (any(n(:2) /= 4)) wrong = wrong + 1
  n(:2) = [((length(a(2)[next](:3) // ''), i = next, next + mod(next, 1)), j = 2, 1, -1)]
  if (any(n(:2) /= 3)) wrong = wrong + 1
  if (size([(length(a(wrong)[wrong] // ''), i = 1, wrong)]) /= wrong) wrong = wrong + 1
  input = '3 77'
  n = 0
  read (input, *) i, n(length(a(2)[next](:2) // ''))
  if (i /= 3 .or. any(n /= [0, 77, 0])) wrong = wrong + 1
  if (wrong > 0) error stop
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine s(d, want)
    character(4), value :: d
    character(4), intent(in) :: want

    if (d == want) return
    wrong = wrong + 1
    print '(*(a))', d, ', not ', want
  end subroutine

  elemental function f(d)
    character(4), value :: d
    character(4) :: f

    f = d
  end function

  elemental integer function length(d)
    character(4), value :: d

    length = len_trim(d)
  end function

  integer function w(d)
    character(2, ucs4), value :: d

    w = ichar(d(2:2))
  end function
end program
