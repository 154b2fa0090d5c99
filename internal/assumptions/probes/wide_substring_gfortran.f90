module probe_wide_substring
  implicit none
  integer, parameter :: wide = selected_char_kind('ISO_10646')
contains
  subroutine run(holds)
    logical, intent(out) :: holds
    character(len=:, kind=wide), pointer, save :: p(:)
    character(len=3, kind=wide), target, save :: c(1)
    integer, volatile :: k
    k = 1
    c = wide_'ab' // char(1000, wide)
    p => c
    holds = ichar(p(k)(3:3)) == 1000
  end subroutine
end module
