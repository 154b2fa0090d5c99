module probe_lengths
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_size_t), save :: seen(2) = 0
  abstract interface
    subroutine texts(a, n, b)
      character(*), intent(in) :: a, b
      integer, intent(in) :: n
    end subroutine
  end interface
contains
  subroutine take(a, n, b, length_a, length_b) bind(c, name='coral_probe_take_lengths')
    type(c_ptr), value :: a, n, b
    integer(c_size_t), value :: length_a, length_b
    if (c_associated(a) .and. c_associated(n) .and. c_associated(b)) seen = [length_a, length_b]
  end subroutine
  subroutine run(holds)
    logical, intent(out) :: holds
    procedure(texts), pointer :: p
    call c_f_procpointer(c_funloc(take), p)
    call p('abc', 7, 'de')
    holds = all(seen == [3, 2])
  end subroutine
end module
