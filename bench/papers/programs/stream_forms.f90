! STREAM as in section 4.1 of "Experiences with Co-Array Fortran on Hardware Shared Memory
! Platforms": the four kernels on local data, on remote data element by element, and on remote data
! in bulk. Options of the translator say how it represents the coarrays (docs/forms.md); the same
! kernels on arrays in a common block stand beside them.
!
!     stream_forms [elements [of which element by element]]
!
! The first image measures with the last one as the remote image, then the last one with the first:
! what a kernel takes depends on the physical pages of its arrays, which are local to one of the two
! and remote to the other. Prints `bench stream case=KIND copy=… scale=… add=… triad=…` in MB/s, of
! the mean of both, each the best of some repetitions.
module stream_forms_data
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
  integer, parameter :: room = 4 * 1024**2
  real(real64), parameter :: scalar = 3
  real(real64) :: ca(room), cb(room), cc(room)
  common /arrays/ ca, cb, cc
  real(real64) :: a(room)[*], b(room)[*], c(room)[*]
  real(real64) :: best(4)[*]

contains

  subroutine common_copy(m)
    integer, intent(in) :: m
    integer :: j
    do j = 1, m
      cc(j) = ca(j)
    end do
  end subroutine

  subroutine common_scale(m)
    integer, intent(in) :: m
    integer :: j
    do j = 1, m
      cb(j) = scalar * cc(j)
    end do
  end subroutine

  subroutine common_add(m)
    integer, intent(in) :: m
    integer :: j
    do j = 1, m
      cc(j) = ca(j) + cb(j)
    end do
  end subroutine

  subroutine common_triad(m)
    integer, intent(in) :: m
    integer :: j
    do j = 1, m
      ca(j) = cb(j) + scalar * cc(j)
    end do
  end subroutine

  subroutine local_copy(m)
    integer, intent(in) :: m
    integer :: j
    do j = 1, m
      c(j) = a(j)
    end do
  end subroutine

  subroutine local_scale(m)
    integer, intent(in) :: m
    integer :: j
    do j = 1, m
      b(j) = scalar * c(j)
    end do
  end subroutine

  subroutine local_add(m)
    integer, intent(in) :: m
    integer :: j
    do j = 1, m
      c(j) = a(j) + b(j)
    end do
  end subroutine

  subroutine local_triad(m)
    integer, intent(in) :: m
    integer :: j
    do j = 1, m
      a(j) = b(j) + scalar * c(j)
    end do
  end subroutine

  subroutine element_copy(m, p)
    integer, intent(in) :: m, p
    integer :: j
    do j = 1, m
      c(j) = a(j)[p]
    end do
  end subroutine

  subroutine element_scale(m, p)
    integer, intent(in) :: m, p
    integer :: j
    do j = 1, m
      b(j) = scalar * c(j)[p]
    end do
  end subroutine

  subroutine element_add(m, p)
    integer, intent(in) :: m, p
    integer :: j
    do j = 1, m
      c(j) = a(j)[p] + b(j)[p]
    end do
  end subroutine

  subroutine element_triad(m, p)
    integer, intent(in) :: m, p
    integer :: j
    do j = 1, m
      a(j) = b(j)[p] + scalar * c(j)[p]
    end do
  end subroutine

  subroutine bulk(k, m, p)
    integer, intent(in) :: k, m, p
    select case (k)
    case (1)
      c(1:m) = a(1:m)[p]
    case (2)
      b(1:m) = scalar * c(1:m)[p]
    case (3)
      c(1:m) = a(1:m)[p] + b(1:m)[p]
    case (4)
      a(1:m) = b(1:m)[p] + scalar * c(1:m)[p]
    end select
  end subroutine
end module

program stream_forms
  use stream_forms_data
  implicit none
  integer :: n, few, far
  character(len=32) :: word

  n = room
  few = room
  if (command_argument_count() > 0) then
    call get_command_argument(1, word)
    read (word, *) n
  end if
  if (command_argument_count() > 1) then
    call get_command_argument(2, word)
    read (word, *) few
  end if
  a = 1
  b = 2
  c = 0
  far = num_images()
  if (this_image() == num_images()) far = 1
  ca = 1
  cb = 2
  cc = 0
  sync all
  call measure('common', n)
  call measure('local', n)
  call measure('element', few)
  call measure('bulk', n)

contains

  subroutine measure(kind, m)
    character(len=*), intent(in) :: kind
    integer, intent(in) :: m
    integer, parameter :: words(4) = [2, 2, 3, 3]
    real(real64) :: speed(4)
    integer :: image

    do image = 1, num_images(), max(1, num_images() - 1)
      if (this_image() == image) call time_kernels(kind, m)
      sync all
    end do
    if (this_image() == 1) then
      speed = words * 8.0_real64 * m / max((best + best(:)[far]) / 2, 1e-9_real64) / 1e6
      print '(2a,4(a,es13.6))', 'bench stream case=', kind, ' copy=', speed(1), ' scale=', &
        speed(2), ' add=', speed(3), ' triad=', speed(4)
    end if
    sync all
  end subroutine

  subroutine time_kernels(kind, m)
    character(len=*), intent(in) :: kind
    integer, intent(in) :: m
    integer(int64) :: from, to, rate
    integer :: k, r

    best = huge(best)
    do r = 1, 6
      do k = 1, 4
        call system_clock(from)
        call kernel(kind, k, m)
        call system_clock(to, rate)
        best(k) = min(best(k), real(to - from, real64) / rate)
      end do
    end do
  end subroutine

  subroutine kernel(kind, k, m)
    character(len=*), intent(in) :: kind
    integer, intent(in) :: k, m
    select case (kind)
    case ('common')
      if (k == 1) call common_copy(m)
      if (k == 2) call common_scale(m)
      if (k == 3) call common_add(m)
      if (k == 4) call common_triad(m)
    case ('local')
      if (k == 1) call local_copy(m)
      if (k == 2) call local_scale(m)
      if (k == 3) call local_add(m)
      if (k == 4) call local_triad(m)
    case ('element')
      if (k == 1) call element_copy(m, far)
      if (k == 2) call element_scale(m, far)
      if (k == 3) call element_add(m, far)
      if (k == 4) call element_triad(m, far)
    case ('bulk')
      call bulk(k, m, far)
    end select
  end subroutine
end program
