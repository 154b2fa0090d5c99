! Particles travel between images in mailboxes of fixed capacity, one for each
! of the four directions they can come from. Two events guard a mailbox:
!   full   posted on the receiver when a batch lies in its mailbox,
!   empty  posted on the sender when the receiver has taken the batch out.
! No image waits for any but its neighbours, and there is no barrier in a step.
module mailbox
  use, intrinsic :: iso_fortran_env, only: event_type
  use kinds, only: wp
  use particle, only: particle_t, list_t
  use box, only: box_t
  implicit none
  private
  public :: send_and_receive, mailbox_statistics

  integer, parameter :: capacity = 64

  type :: batch_t
     integer :: n = 0
     logical :: last = .true.              ! no further batch in this exchange
     type(particle_t) :: p(capacity)
  end type batch_t

  type(batch_t), save :: inbox(4)[*]
  type(event_type), save :: full(4)[*], empty(4)[*]

  logical :: used(4) = .false.             ! whether a batch ever left by this direction
  integer :: batches = 0, early = 0

  integer, parameter :: opposite(4) = [2, 1, 4, 3]

contains

  ! Send `out` to the neighbours in directions d1 and d2 (opposite to each
  ! other) and append what comes from there to `arrived`. A list longer than a
  ! mailbox goes in several batches. In every round an image first sends to
  ! both sides and then receives from both, so that the rounds cannot block
  ! each other in a circle.
  subroutine send_and_receive(b, d1, out1, d2, out2, arrived)
    type(box_t), intent(in) :: b
    integer, intent(in) :: d1, d2
    type(list_t), intent(in) :: out1, out2
    type(list_t), intent(inout) :: arrived
    integer :: sent1, sent2
    logical :: sending(2), receiving(2)

    sent1 = 0
    sent2 = 0
    sending = .true.
    receiving = .true.
    do while (any(sending) .or. any(receiving))
       if (sending(1)) call send_batch(b, d1, out1, sent1, sending(1))
       if (sending(2)) call send_batch(b, d2, out2, sent2, sending(2))
       if (receiving(1)) call receive_batch(b, d1, arrived, receiving(1))
       if (receiving(2)) call receive_batch(b, d2, arrived, receiving(2))
    end do
  end subroutine send_and_receive

  ! What leaves to the right comes from the left for the receiver.
  subroutine send_batch(b, direction, out, sent, more)
    type(box_t), intent(in) :: b
    integer, intent(in) :: direction
    type(list_t), intent(in) :: out
    integer, intent(inout) :: sent
    logical, intent(out) :: more
    integer :: n

    if (used(direction)) event wait (empty(direction))
    used(direction) = .true.
    n = min(capacity, out%n - sent)
    more = sent + n < out%n
    associate (to => b%neighbour(direction), slot => opposite(direction))
      if (n > 0) inbox(slot)[to]%p(1:n) = out%p(sent+1:sent+n)
      inbox(slot)[to]%n = n
      inbox(slot)[to]%last = .not. more
      event post (full(slot)[to])
    end associate
    sent = sent + n
    batches = batches + 1
  end subroutine send_batch

  subroutine receive_batch(b, direction, arrived, more)
    type(box_t), intent(in) :: b
    integer, intent(in) :: direction
    type(list_t), intent(inout) :: arrived
    logical, intent(out) :: more
    integer :: count

    call event_query(full(direction), count)
    if (count > 0) early = early + 1
    event wait (full(direction))
    call arrived%append(inbox(direction)%p(1:inbox(direction)%n))
    more = .not. inbox(direction)%last
    event post (empty(opposite(direction))[b%neighbour(direction)])
  end subroutine receive_batch

  subroutine mailbox_statistics(all_batches, all_early)
    integer, intent(out) :: all_batches, all_early

    all_batches = batches
    all_early = early
    call co_sum(all_batches)
    call co_sum(all_early)
  end subroutine mailbox_statistics

end module mailbox
