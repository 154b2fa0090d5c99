! conformance: images=1,2,3
! feature: coindexed objects in implied DO, FORALL and DO CONCURRENT without iterations
! A coarray that is not allocated, or a dummy argument that is absent, may stand in a loop that has
! no iterations.
program no_iterations
  implicit none
  integer, allocatable :: d(:)[:]
  character(len=:), allocatable :: c(:)[:]
  integer :: n, k

  n = 0
  k = num_images()
  call loops(3)
  call optionals(n)
  allocate (d(3)[*])
  allocate (character(len=2) :: c(3)[*])
  d = [1, 2, 3]*10 + this_image()
  c = ['ab', 'cd', 'ef']
  sync all
  n = 3
  call loops(sum([10, 20, 30] + k))
  call optionals(n, d)
  sync all
  deallocate (d, c)
  n = 0
  call loops(3)
  if (this_image() == 1) print '(a)', 'PASS'

contains

  subroutine loops(expected)
    integer, intent(in) :: expected
    integer :: i, w(3), is
    character(40) :: line

    w = 1
    forall (i = 1:n) w(i) = d(i)[k]
    if (sum(w) /= expected) error stop 'FORALL'
    w = 1
    do concurrent (i = 1:n)
      w(i) = d(i)[k]
    end do
    if (sum(w) /= expected) error stop 'DO CONCURRENT'
    w = 1
    w(:n) = [(d(i)[k], i = 1, n)]
    if (sum(w) /= expected) error stop 'array constructor'
    w = 1
    line = ' '
    write (line, '(*(i4))') (d(i)[k], i = 1, n), w(n + 1:)
    read (line, *) w
    if (sum(w) /= expected) error stop 'WRITE'
    write (line, '(*(a2))') (c(i)[k], i = 1, n), 'xy'
    if (n == 0 .and. line /= 'xy' .or. n == 3 .and. line /= 'abcdefxy') error stop 'CHARACTER'
    sync all
    write (line, '(*(i4))') (d(i)[k], i = 1, n)
    if (this_image() == 1) read (line, *, iostat=is) (d(i)[k], i = 1, n)
    sync all
    if (n > 0) then
      if (sum(d(:)[k]) /= expected) error stop 'READ'
    end if
  end subroutine

  subroutine optionals(n, o)
    integer, intent(in) :: n
    integer, intent(in), optional :: o(3)[*]
    integer :: i, w(3)

    w = 1
    forall (i = 1:n) w(i) = o(i)[k]
    w(:n) = [(w(i) - o(i)[k] + 1, i = 1, n)]
    if (any(w /= 1)) error stop 'an absent argument'
  end subroutine
end program
