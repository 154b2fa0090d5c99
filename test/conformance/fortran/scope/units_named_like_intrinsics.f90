! conformance: images=2
! feature: modules, programs and constructs with names of intrinsic functions
! Such a name is none of a variable or procedure, but a local name all the same (F2018 19.3.1).
module loc
  implicit none
  type box
    integer, allocatable :: c(:)
  end type
  integer, save :: x(3)[*]
contains
  integer function of(k)
    integer, intent(in) :: k
    of = x(2)[k]
  end function
end module

module size
  use loc, only: x
  implicit none
  type(integer), allocatable :: z(:)[:]
contains
  subroutine make(n)
    integer, intent(in) :: n
    allocate (z(n)[*])
    z = n
    x(3)[this_image()] = n
  end subroutine
end module

module this_image
  implicit none
  integer, save :: own[*]
contains
  integer function own_of(k)
    integer, intent(in) :: k
    own_of = own[k]
  end function
end module

program sum
  use loc
  use size, only: z, make
  implicit none
  type(box), save :: b[*]
  integer, save :: y(4)[*]
  integer :: k, other
  other = 3 - this_image()
  call make(5)
  x(2) = 10 + this_image()
  b%c = [1, 2, 3] + this_image()
  y = [1, 2, 3, 4]
  sync all
  if (of(other) /= 10 + other .or. x(3)[other] /= 5) error stop 'module'
  if (any(z(:)[other] /= [5, 5, 5, 5, 5])) error stop 'allocatable'
  if (any(b[other]%c /= [1, 2, 3] + other)) error stop 'component'
  sync all
  lbound: do k = 1, 3
    if (k == 2) cycle lbound
    y(k)[other] = 10*k
  end do lbound
  sync all
  if (any(y /= [10, 2, 30, 4])) error stop 'loop'
  merge: block
    integer, allocatable :: own(:)[:]
    allocate (own(2)[*])
    own = y(1:2)[other]
    sync all
    if (any(own(:)[other] /= [10, 2])) error stop 'block'
  end block merge
  call inner
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine inner
    use this_image, only: own, own_of
    integer :: k
    own = 7
    sync all
    k = own_of(1) + own[2]
    if (k /= 14) error stop 'module this_image'
  end subroutine
end program
