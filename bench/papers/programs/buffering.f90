! One transfer of image 1 again and again, as a case of Table 1 of the paper has it: data that are
! contiguous, or apart, in this image's memory and in the other image's. Either as one statement, or
! as a statement for each piece that is contiguous on both sides, which needs no buffer.
!
!   buffering put|get near|apart near|apart whole|pieces bytes pieces repetitions
!
! The second word is this image's memory, the third the other image's. bytes are those of a piece.
program buffering
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
  real(real64), allocatable :: x(:,:)[:], x_apart(:,:)[:], y(:,:), y_apart(:,:)
  character(len=8) :: what, here, there, form
  integer :: n, m, repetitions, i
  integer(int64) :: from, to, rate

  call get_command_argument(1, what)
  call get_command_argument(2, here)
  call get_command_argument(3, there)
  call get_command_argument(4, form)
  n = number(5) / 8
  m = number(6)
  repetitions = number(7)
  allocate (x(n, m)[*], x_apart(2 * n, m)[*], y(n, m), y_apart(2 * n, m))
  y = 1
  y_apart = 1
  x = 2
  x_apart = 2
  sync all
  if (this_image() == 1) then
    do i = 0, repetitions
      if (i == 1) call system_clock(from)
      call transfer(num_images())
      sync memory
    end do
    call system_clock(to, rate)
    print '(9a,es12.5)', 'bench buffering case=', trim(what), '/', trim(here), '/', &
        trim(there), '/', trim(form), ' us=', &
        (to - from) * 1e6_real64 / rate / max(1, repetitions)
  end if
  sync all

contains

  subroutine transfer(k)
    integer, intent(in) :: k
    integer :: j, each

    each = merge(1, m, form == 'pieces')
    do j = 1, m, each
      associate (e => j + each - 1)
        select case (trim(what) // ' ' // trim(here) // ' ' // there)
        case ('put near near')
          x(:, j:e)[k] = y(:, j:e)
        case ('put near apart')
          x_apart(1:n, j:e)[k] = y(:, j:e)
        case ('put apart near')
          x(:, j:e)[k] = y_apart(1:n, j:e)
        case ('get near near')
          y(:, j:e) = x(:, j:e)[k]
        case ('get near apart')
          y(:, j:e) = x_apart(1:n, j:e)[k]
        case ('get apart near')
          y_apart(1:n, j:e) = x(:, j:e)[k]
        case default
          error stop 'buffering: unknown transfer'
        end select
      end associate
    end do
  end subroutine

  integer function number(i)
    integer, intent(in) :: i
    character(len=32) :: word

    call get_command_argument(i, word)
    read (word, *) number
  end function
end program
