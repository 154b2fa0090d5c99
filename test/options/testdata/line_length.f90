! options: -ffree-line-length-80 -fmax-identifier-length=31
! The options are about the user's lines and names.
program p
  integer, save :: z[*], a_name_of_31_characters_of_mine(3)[*]
  z = 0
  sync all
  critical
    z[1] = z[1] + 1
  end critical
  a_name_of_31_characters_of_mine = this_image()
  sync all
  if (z[1] /= num_images()) error stop 'z'
  if (any(a_name_of_31_characters_of_mine(1:3)[num_images()] /= num_images())) &
    error stop 'a'
  if (this_image() == 1) print '(a)', 'PASS'
end program
