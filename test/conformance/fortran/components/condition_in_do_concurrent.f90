! conformance: images=1,2,3
! feature: components of coindexed objects
! Components of coindexed objects in what DO CONCURRENT holds: conditions of IF constructs, selectors of
! SELECT CASE.
program p
  implicit none
  type :: t
    integer, allocatable :: p(:)
  end type
  type(t) :: s[*]
  integer :: y(3), j, k
  k = 1 + modulo(this_image(), num_images())
  allocate (s%p(4))
  s%p = [1, 2, 3, 4]
  y = 0
  sync all
  do concurrent (j=1:3)
    if (s[k]%p(j) == 1) then
      y(j) = 1
    else if (s[1+modulo(this_image(), num_images())]%p(j) == 2) then
      y(j) = s[k]%p(4)
    end if
    select case (s[k]%p(j))
    case (3)
      y(j) = s[k]%p(1) + s[k]%p(2)
    end select
  end do
  if (any(y /= [1, 4, 3])) error stop 'bad'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
