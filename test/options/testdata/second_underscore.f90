! options: -fsecond-underscore
program p
  implicit none
  integer, save :: z[*], a(4)[*]
  integer, allocatable :: y(:)[:]
  allocate (y(2)[*])
  z = 0
  sync all
  critical
    z[1] = z[1] + 1
  end critical
  a = this_image()
  call co_sum(a)
  y = this_image()
  sync images (*)
  if (z[1] /= num_images() .or. a(3)[num_images()] /= num_images()*(num_images() + 1)/2) error stop 'values'
  if (any(y(:)[num_images()] /= num_images())) error stop 'y'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
