! A substring of a saved pointer with deferred length and characters of 4 bytes.
program wide_substring
  implicit none
  integer, parameter :: wide = selected_char_kind('ISO_10646')
  character(len=:, kind=wide), pointer, save :: p(:)
  character(len=3, kind=wide), target, save :: c(1)
  c = wide_'ab' // char(1000, wide)
  p => c
  if (ichar(p(1)(3:3)) == 1000) print '(a)', 'PASS'
end program
