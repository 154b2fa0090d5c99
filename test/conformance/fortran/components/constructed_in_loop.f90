! conformance: images=1,2,3,4
! feature: components of coindexed objects in implied loops
! An implied loop in which a reference goes through two allocatable components of another image, the last of deferred length: the loops that follow them
! one by one have one index.
module letters
  implicit none
  type :: letter
    character(:), allocatable :: text
  end type
  type :: box
    type(letter), allocatable :: letters(:)
    integer :: stamp = 0
  end type
contains
  pure function sealed(text) result(l)
    character(*), intent(in) :: text
    type(letter) :: l
    l%text = '<' // text // '>'
  end function
end module letters
program constructed_in_loop
  use letters
  implicit none
  type(box), allocatable :: mail[:]
  type(letter), allocatable :: got(:)
  integer, allocatable :: from(:), which(:), lengths(:)
  integer :: i, k, n
  n = num_images()
  allocate (mail[*])
  allocate (mail%letters(n))
  do i = 1, n
    mail%letters(i)%text = repeat(achar(iachar('a') + this_image()), i)
  end do
  sync all
  from = [(1 + mod(i + this_image(), n), i = 1, n)]
  which = [(n + 1 - i, i = 1, n)]
  got = [(sealed(mail[from(i)]%letters(which(i))%text), i = 1, n)]
  lengths = [(len(mail[from(i)]%letters(which(i))%text), i = 1, n)]
  do i = 1, n
    if (got(i)%text /= '<' // repeat(achar(iachar('a') + from(i)), which(i)) // '>') error stop "text"
  end do
  if (any(lengths /= which)) error stop "lengths"
  do k = 1, 3
    if (any([(mail[from(i)]%letters(which(i))%text == '?', i = 1, n)])) then
      error stop "in the head of a construct"
    else if (any([(len(mail[from(i)]%letters(which(i))%text // '.') /= which(i) + 1, i = 1, n)])) then
      error stop "in another"
    end if
  end do
  sync all
  if (this_image() == 1) print '(a)', "PASS"
end program constructed_in_loop
