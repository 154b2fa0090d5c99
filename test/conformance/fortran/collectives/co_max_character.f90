! conformance: images=1,2,3,5
! feature: co_max and co_min of character
program co_max_character
  implicit none
  character(6) :: name, low(2)
  integer :: me, n
  me = this_image(); n = num_images()
  name = 'image' // achar(48 + me)
  low = [character(6) :: achar(iachar('z') - me) // 'abc', 'b' // achar(96 + me)]
  call co_max(name)
  call co_min(low)
  if (name /= 'image' // achar(48 + n)) then
    print *, 'FAIL: co_max, got ', name, ' image', me
    error stop 1
  end if
  if (low(1) /= achar(iachar('z') - n) // 'abc' .or. low(2) /= 'ba') then
    print *, 'FAIL: co_min, got ', low, ' image', me
    error stop 1
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program co_max_character
