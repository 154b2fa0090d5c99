! conformance: images=1,2,3
! feature: coarrays of modules that other modules give on
! A module that gives on a coarray of another one by name; long names; a SAVE statement beside CRITICAL.
module store
  implicit none
  private
  integer, public :: cells(4)[*]
  real, allocatable, public :: a_coarray_with_a_name_as_long_as_a_name_can_be_in_this_language(:)[:]
  real, allocatable, public :: a_coarray_with_a_name_as_long_as_a_name_can_be_in_this_languagf(:)[:]
end module
module front
  use store
  implicit none
  private
  public :: cells, a_coarray_with_a_name_as_long_as_a_name_can_be_in_this_language, other
  integer :: other(2)[*]
end module
module renamed
  use store, only: parts => cells
  implicit none
  private
  public parts
end module
program gives_on
  use front
  use renamed
  implicit none
  integer, save :: lap
  call one
  call two
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine one
    save
    integer :: total[*]
    integer :: k, i
    critical
      total[1] = total[1] + this_image()
    end critical
    cells = [(10*this_image() + i, i = 1, 4)]
    sync all
    if (this_image() == 1 .and. total /= num_images()*(num_images() + 1)/2) error stop 1
    do k = 1, num_images()
      if (any(cells(2:3)[k] /= 10*k + [2, 3])) error stop 2
      if (any(parts(::3)[k] /= 10*k + [1, 4])) error stop 3
    end do
    sync all
    parts(2)[1 + mod(this_image(), num_images())] = -this_image()
    sync all
    if (-cells(2) /= 1 + mod(this_image() - 2 + num_images(), num_images())) error stop 4
  end subroutine
  subroutine two
    integer :: k
    allocate (a_coarray_with_a_name_as_long_as_a_name_can_be_in_this_language(3)[*])
    a_coarray_with_a_name_as_long_as_a_name_can_be_in_this_language = 1.5*this_image()
    sync all
    do k = 1, num_images()
      if (sum(a_coarray_with_a_name_as_long_as_a_name_can_be_in_this_language(:)[k]) /= 4.5*k) error stop 5
    end do
  end subroutine
end program
subroutine locks
  save
  integer :: n[*]
  critical
    n[1] = n[1] + 1
  end critical
end subroutine
