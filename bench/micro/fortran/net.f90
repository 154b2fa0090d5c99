! What two images that are not on one machine do over the link between them, beside the same with
! MPI (mpinet.c): the same sizes, the same numbers of turns. Prints `bench net case=NAME/BYTES ns=…`
! for each repetition:
!
!     put        a put and the post of an event, one way of a ping-pong
!     get        a get; the other image waits for an event
!     put8       puts of eight variables and one post, one way
!     vector     elements with a stride, as one assignment, and a post, one way
!     elements   the same element by element
!     vectorget  a get of elements with a stride on both sides
!     flag       a put, and when it is complete, ATOMIC_DEFINE of a word that the other image polls,
!                one way; 8 bytes and 8 KiB
!     add        ATOMIC_FETCH_ADD
!     barrier    SYNC ALL
!
! and, complete at the other image after each, with SYNC MEMORY (`net .. halo`):
!
!     whole      contiguous elements
!     packed     elements with a stride here, side by side there, as one assignment
!     strided    with a stride on both sides
!     singly     as packed, element by element
!
!     net [repetitions [longest [budget [halo]]]]
program net
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind, event_type, real64, int64
  use bench_support, only: now => seconds
  implicit none

  integer, parameter :: variables = 8, stride = 64
  real(real64), allocatable :: to(:)[:], there(:,:)[:], from(:), here(:,:)
  type(event_type) :: turn[*]
  integer(atomic_int_kind) :: word[*] = 0, counter[*] = 0
  integer(int64) :: longest, budget, bytes
  integer :: repetitions, r, other, room
  integer(atomic_int_kind) :: watched = 0 ! the number of the last flag

  if (num_images() /= 2) error stop 'net: two images'
  other = 3 - this_image()
  repetitions = int(argument(1, 5_int64))
  longest = argument(2, 2_int64**25)
  budget = argument(3, 2_int64**27)
  room = int(max(longest, variables * 2_int64**22) / 8)
  allocate (to(room)[*], from(room), there(stride, 16384)[*], here(stride, 16384))
  to = 1
  from = 1
  there = 1
  here = 1
  call warm()
  do r = 1, repetitions
    bytes = 8
    if (command_argument_count() > 3) then
      call halos()
      cycle
    end if
    do while (bytes <= longest)
      call show('put', pingpong('put', turns(bytes)))
      call show('get', onesided('get', turns(bytes)))
      if (bytes <= 2**21) call show('put8', pingpong('put8', turns(variables * bytes)))
      if (bytes <= 2**17) call show('vector', pingpong('vector', turns(stride * bytes)))
      if (bytes <= 2**17) call show('vectorget', onesided('vectorget', turns(stride * bytes)))
      if (bytes <= 2**13) call show('elements', pingpong('elements', turns(stride * bytes)))
      bytes = 4 * bytes
    end do
    call short()
  end do

contains

  integer(int64) function argument(i, default)
    integer, intent(in) :: i
    integer(int64), intent(in) :: default
    character(len=32) :: word

    argument = default
    if (command_argument_count() < i) return
    call get_command_argument(i, word)
    read (word, *) argument
  end function

  ! TCP's windows grow with what passes, and from then on it acknowledges messages of more than a
  ! packet at once, which takes some microseconds: so that all is measured after that, long messages
  ! come first, then some short ones. mpinet.c does the same.
  subroutine warm()
    real(real64) :: unused

    bytes = min(longest, 2_int64**23)
    unused = pingpong('put', 20)
    bytes = 8
    unused = pingpong('put', 2000)
  end subroutine

  integer function turns(n)
    integer(int64), intent(in) :: n

    turns = int(min(1000_int64, max(8_int64, budget / n)))
  end function

  subroutine show(case, seconds)
    character(len=*), intent(in) :: case
    real(real64), intent(in) :: seconds

    if (this_image() == 1) &
         print '(3a,i0,a,es13.6)', 'bench net case=', case, '/', bytes, ' ns=', seconds * 1e9_real64
  end subroutine

  ! One way of so many turns there and back, after some that are not measured: the first ones of a
  ! length find neither their data near a processor nor, what is long, a receive posted for it.
  real(real64) function pingpong(case, count)
    character(len=*), intent(in) :: case
    integer, intent(in) :: count
    real(real64) :: start
    integer :: i, n

    n = int(bytes / 8)
    sync all
    do i = 1 - max(8, count / 4), count
      if (i == 1) start = now()
      if (this_image() == 2) event wait (turn)
      select case (case)
      case ('put')
        to(1:n)[other] = from(1:n)
        event post (turn[other])
      case ('put8')
        call eight(n)
      case ('vector')
        there(1, 1:n)[other] = here(1, 1:n)
        event post (turn[other])
      case ('elements')
        call one_by_one(n)
      end select
      if (this_image() == 1) event wait (turn)
    end do
    pingpong = (now() - start) / count / 2
  end function

  subroutine eight(n)
    integer, intent(in) :: n
    integer :: v

    do v = 0, variables - 1
      to(v*n + 1:v*n + n)[other] = from(v*n + 1:v*n + n)
    end do
    event post (turn[other])
  end subroutine

  subroutine one_by_one(n)
    integer, intent(in) :: n
    integer :: j

    do j = 1, n
      there(1, j)[other] = here(1, j)
    end do
    event post (turn[other])
  end subroutine

  subroutine halos()
    character(len=7), parameter :: cases(4) = [character(len=7) :: 'whole', 'packed', 'strided', &
         'singly']
    integer :: k, n

    do while (bytes <= min(longest, 2_int64**17))
      n = int(bytes / 8)
      do k = 1, size(cases)
        if (cases(k) == 'singly' .and. bytes > 2**13) cycle
        call show(trim(cases(k)), halo(cases(k), n, max(merge(2, 200, cases(k) == 'singly'), &
             turns(stride * bytes) / 4)))
      end do
      bytes = 4 * bytes
    end do
  end subroutine

  real(real64) function halo(case, n, count)
    character(len=*), intent(in) :: case
    integer, intent(in) :: n, count
    real(real64) :: start
    integer :: i, j

    sync all
    start = now()
    if (this_image() == 1) then
      do i = 1, count
        select case (case)
        case ('whole')
          to(1:n)[other] = from(1:n)
        case ('packed')
          to(1:n)[other] = here(1, 1:n)
        case ('strided')
          there(1, 1:n)[other] = here(1, 1:n)
        case ('singly')
          do j = 1, n
            to(j)[other] = here(1, j)
          end do
        end select
        sync memory
      end do
      halo = (now() - start) / count
      event post (turn[other])
    else
      event wait (turn)
      halo = 0
    end if
  end function

  ! Image 1 works on image 2.
  real(real64) function onesided(case, count)
    character(len=*), intent(in) :: case
    integer, intent(in) :: count
    real(real64) :: start
    integer(atomic_int_kind) :: old
    integer :: i, n

    n = int(bytes / 8)
    sync all
    start = now()
    if (this_image() == 1) then
      do i = 1, count
        select case (case)
        case ('get')
          from(1:n) = to(1:n)[other]
        case ('vectorget')
          here(1, 1:n) = there(1, 1:n)[other]
        case ('add')
          call atomic_fetch_add(counter[other], 1, old)
        end select
      end do
      onesided = (now() - start) / count
      event post (turn[other])
    else
      event wait (turn)
      onesided = 0
    end if
  end function

  ! What is measured at two sizes, or has none.
  subroutine short()
    bytes = 8
    do while (bytes <= min(longest, 2_int64**13))
      call show('flag', flags(turns(bytes)))
      bytes = bytes * 1024
    end do
    bytes = 8
    call show('add', onesided('add', turns(bytes)))
    bytes = 0
    call show('barrier', barriers(turns(8_int64)))
  end subroutine

  real(real64) function flags(count)
    integer, intent(in) :: count
    real(real64) :: start
    integer :: i, n

    n = int(bytes / 8)
    sync all
    do i = 1 - max(8, count / 4), count
      if (i == 1) start = now()
      if (this_image() == 2) call watch()
      to(1:n)[other] = from(1:n)
      sync memory
      call atomic_define(word[other], watched + 1)
      if (this_image() == 1) call watch()
      watched = watched + 1
    end do
    flags = (now() - start) / count / 2
  end function

  ! F2018 11.6.5: what was put before the word was defined is there, with SYNC MEMORY on both sides.
  subroutine watch()
    integer(atomic_int_kind) :: found

    do
      call atomic_ref(found, word)
      if (found == watched + 1) exit
    end do
    sync memory
  end subroutine

  real(real64) function barriers(count)
    integer, intent(in) :: count
    real(real64) :: start
    integer :: i

    sync all
    start = now()
    do i = 1, count
      sync all
    end do
    barriers = (now() - start) / count
  end function

end program net
