! conformance: images=1,2
! feature: CRLF and Unicode in strings
program crlf_and_unicode
  implicit none
  character(24) :: s[*] ! Größe, 長さ [*]
  integer :: k
  k = mod(this_image(), num_images()) + 1
  s = 'Größe→[1] "naïve"'
  sync all
  if (trim(s[k]) /= 'Größe→[1] "naïve"') then
    print *, 'FAIL: got ', s[k], ' image', this_image()
    error stop 1
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program crlf_and_unicode
