! conformance: images=1,2,3
! feature: allocatable components of coindexed objects
! Thousands of components of sizes from a byte to megabytes come and go; what is left must be whole, here and as the neighbour sees it.
program heap_stress
  implicit none
  integer, parameter :: blocks = 300
  type item
    integer :: seed = 0
    integer, allocatable :: v(:)
  end type item
  type(item), save :: x(blocks)[*]
  integer :: me, n, k, i, j, m, step, state
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  state = 12345 + me
  do step = 1, 20000
    i = 1 + random(blocks)
    if (allocated(x(i)%v)) then
      call check(x(i)%seed, x(i)%v)
      if (random(4) == 0) then                       ! grow or shrink
        x(i)%v = [x(i)%v(1:size(x(i)%v)/2), x(i)%v(size(x(i)%v)/2+1:)]
      else
        deallocate (x(i)%v)
      end if
    else
      x(i)%seed = random(100000)
      j = random(9)
      m = 1 + random(4**(1 + j))
      allocate (x(i)%v(m))
      do j = 1, size(x(i)%v), 1 + size(x(i)%v)/64
        x(i)%v(j) = x(i)%seed + j
      end do
    end if
  end do
  sync all
  do i = 1, blocks
    if (allocated(x(i)[k]%v)) call check(x(i)[k]%seed, x(i)[k]%v)
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  integer function random(m)                         ! 0 to m-1
    integer, intent(in) :: m
    state = iand(ieor(state, ishft(state, 13)), huge(state))
    state = ieor(state, ishft(state, -17))
    state = iand(ieor(state, ishft(state, 5)), huge(state))
    random = mod(state, m)
  end function random
  subroutine check(seed, v)
    integer, intent(in) :: seed, v(:)
    integer :: j
    do j = 1, size(v), 1 + size(v)/64
      if (v(j) /= seed + j) then
        print *, 'FAIL: element', j, 'of', size(v), 'is', v(j), 'instead of', seed + j, 'image', me
        error stop 1
      end if
    end do
  end subroutine check
end program heap_stress
