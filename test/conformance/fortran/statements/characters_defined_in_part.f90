! conformance: images=1,2,3
! feature: characters of other images as arguments for shorter dummy arguments with INTENT(OUT)
module shorter
  implicit none
  type t
    integer :: n
  end type
  interface assignment(=)
    module procedure from_t
  end interface
contains
  subroutine scalar(d)
    character(2), intent(out) :: d

    d = 'xy'
  end subroutine

  subroutine first(d)
    character, intent(out) :: d

    d = 'z'
  end subroutine

  subroutine any_length(d)
    character(*), intent(out) :: d

    d = 'any'
  end subroutine

  subroutine equal(d)
    character(5), intent(out) :: d

    d = 'equal'
  end subroutine

  impure elemental subroutine each(d)
    character(2), intent(out) :: d

    d = 'uv'
  end subroutine

  subroutine from_t(d, s)
    character(2), intent(out) :: d
    type(t), intent(in) :: s

    d = achar(s%n) // '.'
  end subroutine

  integer function of(d)
    character(3), intent(out) :: d

    d = 'fun'
    of = 1
  end function
end module

program characters_defined_in_part
  use shorter
  implicit none
  type text
    character(5) :: c(2)
  end type
  character(5), save :: c[*], a(3)[*]
  type(text), save :: h[*]
  integer :: next, one, wrong = 0

  next = mod(this_image(), num_images()) + 1
  call start
  call scalar(c[next])
  call first(a(2)[next])
  call scalar(a(3)[next](2:4))
  call scalar(h[next]%c(2))
  call want('xycde', 'abcde zghij kxyno', 'vwxyz xy890')
  call each(a(:)[next])
  c[next] = t(65)
  one = of(h[next]%c(1))
  call want('A.cde', 'uvcde uvhij uvmno', 'funyz 67890')
  call any_length(c[next])
  call any_length(a(3)[next](2:4))
  call equal(h[next]%c(1))
  call want('any  ', 'abcde fghij kanyo', 'equal 67890')
  if (wrong > 0) error stop
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine start
    c = 'abcde'
    a = ['abcde', 'fghij', 'klmno']
    h%c = ['vwxyz', '67890']
    sync all
  end subroutine

  subroutine want(c1, a1, h1)
    character(*), intent(in) :: c1, a1, h1
    character(17) :: got

    sync all
    write (got, '(a, 2(1x, a))') a
    if (c /= c1 .or. got /= a1 .or. h%c(1) // ' ' // h%c(2) /= h1) then
      wrong = wrong + 1
      print '(*(a, 1x))', c, got, h%c
    end if
    call start
  end subroutine
end program
