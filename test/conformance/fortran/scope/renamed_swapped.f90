! conformance: images=1,2,3,4
! feature: USE exchanges the names of two coarrays; sections are copied between images under them
module fields
  implicit none
  real, allocatable :: temperature(:,:)[:], pressure(:,:)[:]
  integer, save :: here(6)[*], there(6)[*]
  character(8), save :: label(3)[*], text(3)[*]
end module

module solver
  use fields, pressure => temperature, temperature => pressure, there => here, here => there, &
    text => label, label => text
  use fields, only: f => pressure
  implicit none
contains
  ! temperature, here and label are the module's pressure, there and text.
  subroutine exchange(n, left, right)
    integer, intent(in) :: n, left, right
    integer :: i
    do i = 1, 2
      sync all
      temperature(n+1,:)[left] = temperature(1,:)
      f(0,:)[right] = f(n,:)
    end do
    here(1:2)[right] = here(3:4)
    sync all
    here(6)[right] = here(5)
    label(2)[left] = label(1)
    sync all
    associate (t => temperature)
      t(1:n,2)[right] = t(1:n,1)
    end associate
    sync all
    here(3:5)[right] = here(4:6)[right] + here(1)
  end subroutine
end module

program renamed_swapped
  use fields
  use solver, only: exchange
  implicit none
  integer, parameter :: n = 4
  integer :: me, np, left, right, i
  real :: want(0:n+1, 2)
  me = this_image()
  np = num_images()
  left = modulo(me-2, np) + 1
  right = modulo(me, np) + 1
  allocate (temperature(0:n+1,2)[*], pressure(0:n+1,2)[*])
  temperature = -1
  pressure = start(me)
  here = -2
  there = [(10*me+i, i = 1, 6)]
  label = 'as it was'
  text = 'image '//achar(48+me)
  sync all
  call exchange(n, left, right)
  sync all
  if (any(temperature /= -1)) error stop 'temperature'
  if (any(here /= -2)) error stop 'here'
  if (any(label /= 'as it wa')) error stop 'label'
  want = start(me)
  want(n+1,:) = first(right)
  want(0,:) = last(left)
  want(1:n,2) = [(100*left+i, i = 1, n)]
  if (any(pressure /= want)) error stop 'pressure'
  ! the words from the left, then the last one, then three of the own image and its left one's first
  i = modulo(left-2, np) + 1
  if (any(there(1:2) /= 10*left+[3,4])) error stop 'first words'
  if (any(there(3:4) /= [10*me+4, 10*me+5] + 10*i+3)) error stop 'middle words'
  if (there(5) /= 10*left+5 + 10*i+3) error stop 'fifth word'
  if (there(6) /= 10*left+5) error stop 'last word'
  if (text(2) /= 'image '//achar(48+right)) error stop 'text'
  if (text(3) /= 'image '//achar(48+me)) error stop 'text 3'
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  function start(k) result(p)
    integer, intent(in) :: k
    real :: p(0:n+1, 2)
    integer :: i
    p = 0
    p(1:n,1) = [(100*k+i, i = 1, n)]
    p(1:n,2) = [(100*k+i+50, i = 1, n)]
  end function
  function first(k) result(p)
    integer, intent(in) :: k
    real :: p(2)
    p = [100*k+1, 100*k+51]
  end function
  function last(k) result(p)
    integer, intent(in) :: k
    real :: p(2)
    p = [100*k+n, 100*k+n+50]
  end function
end program
