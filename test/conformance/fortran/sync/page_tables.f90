! conformance: images=100
! feature: synchronisation of many images
! An image that waits in a barrier or a collective touches the memory of few others: the page tables
! of each image would else grow with the number of images, and those of all with its square. Some
! images may look at all members: the first, and the one that comes last.
program page_tables
  implicit none
  integer :: a, large
  a = 1
  if (this_image() == 1) call execute_command_line('sleep 0.3')
  sync all
  if (this_image() == 2) call execute_command_line('sleep 0.3')
  call co_sum(a)
  if (a /= num_images()) error stop 1
  large = merge(1, 0, kibibytes() > 600)
  call co_sum(large)
  if (large > 10) then
    if (this_image() == 1) print *, large, ' images have large page tables'
    error stop 2
  end if
  if (this_image() == 1) print '(a)', 'PASS'
contains
  ! The memory that this image's page tables take (proc_pid_status(5)).
  integer function kibibytes()
    character(80) :: line
    integer :: unit, status
    kibibytes = 0
    open (newunit=unit, file='/proc/self/status', action='read')
    do
      read (unit, '(a)', iostat=status) line
      if (status /= 0) exit
      if (line(:6) == 'VmPTE:') read (line(7:scan(line, 'k') - 1), *) kibibytes
    end do
    close (unit)
  end function
end program
