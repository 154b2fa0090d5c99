! The reduction. The images that are left form a team; it splits into two
! halves that reduce a half of the ledger each, and image 1 of the first half
! adds what image 1 of the second has found.
module summary
  use, intrinsic :: iso_fortran_env, only: team_type, initial_team, stat_failed_image
  use work, only: result_t, combine, nothing
  use ledger, only: keeper, results
  implicit none
  private
  public :: summarize

  type(result_t), save :: partial[*]

contains

  ! The total is defined on the first image of the survivors, the keeper. All
  ! images have synchronized; those that fail from here on end the run.
  subroutine summarize(ntasks, total, survivors_count)
    integer, intent(in) :: ntasks
    type(result_t), intent(out) :: total
    integer, intent(out) :: survivors_count
    type(team_type) :: survivors, half, everybody
    integer :: status, halves, share, shares, t, first, last

    everybody = get_team(initial_team)
    ! A numbering of our own: that of a team without new_index= is the
    ! processor's choice. All know of the same failures since the sync all.
    form team (1, survivors, new_index=this_image() - count(failed_images() < this_image()), &
         stat=status)
    call expect(status, 'form team')
    change team (survivors, stat=status)
       call expect(status, 'change team')
       survivors_count = num_images()
       share = this_image()
       shares = num_images()
       halves = min(2, num_images())

       form team (1 + mod(this_image() - 1, halves), half, new_index=1 + (this_image() - 1)/halves)
       change team (half)
          first = (ntasks*(share - 1))/shares + 1
          last = (ntasks*share)/shares
          total = nothing
          do t = first, last
             total = combine(total, results(t)[keeper, team=everybody])
          end do
          call co_reduce(total, combine, result_image=1)
          if (this_image() == 1) partial = total
          sync team (survivors)
          if (this_image() == 1 .and. team_number() == 1 .and. halves == 2) then
             total = combine(partial, partial[1, team_number=2])
          end if
          sync team (survivors)
       end team
    end team
  end subroutine summarize

  subroutine expect(status, what)
    integer, intent(in) :: status
    character(len=*), intent(in) :: what

    if (status /= 0 .and. status /= stat_failed_image) error stop 'taskfarm: cannot '//what
  end subroutine expect

end module summary
