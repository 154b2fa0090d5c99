! conformance: images=1,2,3
! feature: CHARACTER under guards of SELECT TYPE, where the compiler checks bounds and lengths
! build-args: -fcheck=all
module characters_checked_m
  implicit none
contains
  subroutine of_dummy(o, k, length, text)
    class(*), intent(inout) :: o(:)[*]
    integer, intent(in) :: k
    integer, intent(out) :: length
    character(*), intent(out) :: text
    length = -1
    select type (o)
    type is (character(*))
      length = len(o)*size(o(:)[k])
      text = '.'
      if (size(o) > 0) text = o(size(o))[k]
    end select
  end subroutine
  subroutine of_optional(o, k, text)
    class(*), intent(in), optional :: o[*]
    integer, intent(in) :: k
    character(*), intent(out) :: text
    text = 'absent'
    if (.not. present(o)) return
    select type (it => o)
    type is (character(*))
      text = it[k]
    end select
  end subroutine
end module
program characters_checked
  use characters_checked_m
  implicit none
  class(*), allocatable :: s[:], v(:)[:], none(:)[:]
  character(4), save :: words(3)[*]
  character(8) :: text
  integer :: me, k, length
  me = this_image()
  k = mod(me, num_images()) + 1
  allocate (character(5) :: s[*])
  allocate (character(3) :: v(4)[*])
  allocate (character(2) :: none(0)[*])
  words = [character(4) :: 'one', 'two', 'six'//digit(me)]
  select type (s)
  type is (character(*))
    s = 'im'//digit(me)
    sync all
    if (s[k] /= 'im'//digit(k)) error stop 'scalar'
    if (s[k](3:3) /= digit(k)) error stop 'substring'
    sync all
    s[k](4:5) = 'ab'
    sync all
    if (s /= 'im'//digit(me)//'ab') error stop 'put'
  end select
  select type (w => v)
  type is (character(*))
    w = 'x'//digit(me)
    sync all
    if (any(w(:)[k] /= 'x'//digit(k))) error stop 'array'
    sync all
    w(2)[k] = 'yy'
    sync all
    if (w(2) /= 'yy') error stop 'element'
  end select
  select type (none)
  type is (character(*))
    if (size(none(:)[k]) /= 0) error stop 'no element'
  end select
  call of_dummy(words, k, length, text)
  if (length /= 12 .or. text /= 'six'//digit(k)) error stop 'dummy argument'
  call of_dummy(words(1:0), k, length, text)
  if (length /= 0 .or. text /= '.') error stop 'empty dummy argument'
  call of_optional(words(1), k, text)
  if (text /= 'one') error stop 'optional'
  call of_optional(k=k, text=text)
  if (text /= 'absent') error stop 'absent'
  deallocate (s)
  allocate (character(2) :: s[*])
  select type (s)
  type is (character(*))
    s = digit(me)
    sync all
    if (len(s[k]) /= 2 .or. s[k] /= digit(k)) error stop 'another length'
  end select
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  character function digit(i)
    integer, intent(in) :: i
    digit = achar(48 + i)
  end function
end program
