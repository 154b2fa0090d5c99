! conformance: images=1,2,3,5,8
! feature: copies of sections around calls that change the team
! What a procedure knows of its team holds behind calls of others that change to another team and back; a procedure called there begins with that team.
module around
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  integer, parameter :: n = 24
  integer :: a(n)[*]            ! 1000 * image in the initial team + element, everywhere and always
  integer :: me
contains
  ! The neighbour in the current team, whose number in the initial one is known to be other.
  subroutine fetch(k, other, stride)
    integer, intent(in) :: k, other, stride
    integer :: got(n), more(n), turn, i, m

    m = n / stride
    do turn = 1, 3
      got = 0
      more = 0
      got(1:m) = a(1:n:stride)[k]
      call elsewhere(turn)
      more(2:m) = a(2:m)[k]
      if (any(got(1:m) /= [(1000 * other + i, i = 1, n, stride)])) error stop 'FAIL: with stride'
      if (any(more(2:m) /= [(1000 * other + i, i = 2, m)])) error stop 'FAIL: without gaps'
    end do
  end subroutine

  ! Into a team of one image, and out again.
  recursive subroutine elsewhere(depth)
    integer, intent(in) :: depth
    type(team_type) :: alone
    integer :: got(n)

    form team (this_image(), alone)
    change team (alone)
      got(1:n) = a(1:n)[1]
      if (any(got / 1000 /= me)) error stop 'FAIL: alone'
      if (depth > 1) call elsewhere(depth - 1)
      call own_part()
    end team
  end subroutine

  subroutine own_part()
    integer :: got(n), i

    do i = 1, n, 6
      got(i:i+5) = a(i:i+5)[num_images()]
      a(i:i+5)[this_image()] = got(i:i+5)
    end do
    if (any(got / 1000 /= me)) error stop 'FAIL: own part'
  end subroutine
end module

program copies_between_changes
  use around
  implicit none
  type(team_type) :: parity
  integer :: i, images, next

  me = this_image()
  images = num_images()
  a = [(1000 * me + i, i = 1, n)]
  sync all
  next = 1 + mod(me, images)
  call fetch(next, next, 2)
  form team (1 + mod(me, 2), parity)
  change team (parity)
    next = 1 + mod(this_image(), num_images())
    call fetch(next, 2 * next - mod(me, 2), 3)
    call fetch(this_image(), me, 4)
  end team
  call fetch(images, images, 1)
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
