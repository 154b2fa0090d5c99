! conformance: images=1,2,3,5
! feature: inquiries about subobjects of coarray components
! A subobject of a coarray is a coarray (F2018 5.4.7).
program inquiries_about_subobjects
  implicit none
  type :: point
    integer :: i
  end type
  type :: scalar_part
    type(point), allocatable :: a[:]
  end type
  type :: array_part
    type(point), allocatable :: a(:)[:]
  end type
  type(scalar_part) :: s
  type(array_part) :: v
  integer, allocatable :: w[:]
  if (allocated(s%a[1])) error stop 1
  if (allocated(w[1])) error stop 2
  allocate (s%a[5:*], v%a(4)[8:*], w[*])
  if (.not. allocated(s%a[5]) .or. .not. allocated(w[1])) error stop 3
  if (any(lcobound(s%a) /= [5]) .or. any(lcobound(s%a%i) /= [5])) error stop 4
  if (ucobound(s%a%i, dim=1) /= num_images() + 4) error stop 5
  if (any(lcobound(v%a%i) /= [8]) .or. any(lcobound(v%a(2)) /= [8])) error stop 6
  if (ucobound(v%a(2)%i, dim=1) /= num_images() + 7) error stop 7
  if (any(this_image(v%a(3)%i) /= [this_image() + 7])) error stop 8
  if (image_index(s%a%i, [5]) /= 1) error stop 9
  deallocate (w)
  if (allocated(w[1])) error stop 10
  if (this_image() == 1) print '(a)', 'PASS'
end program
