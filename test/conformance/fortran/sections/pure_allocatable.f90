! conformance: images=1,2,3,4
! feature: coindexed objects in pure procedures
! Pure procedures copy whole arrays and sections of a module's coarrays: allocatable ones, whose
! cobounds are known at run time, with two codimensions, and, with -check, those that are not.
module pure_allocatable_m
  implicit none
  integer, allocatable :: a(:)[:], b(:,:)[:,:]
  integer :: s(5)[0:*]
  character(3) :: c(4)[2,*]
contains
  pure function of_a(k) result(r)
    integer, intent(in) :: k
    integer :: r(6)
    r = a(:)[k]
  end function

  pure function of_b(i, j) result(r)
    integer, intent(in) :: i, j
    integer :: r(3,2)
    r = b(2:4,2:3)[i,j]
  end function

  pure function of_s(k) result(r)
    integer, intent(in) :: k
    integer :: r(5)
    r = s(:)[k]
    r(1:2) = s(4:5)[k]
  end function

  pure function of_c(i, j) result(r)
    integer, intent(in) :: i, j
    character(3) :: r(4)
    r = c(:)[i,j]
  end function

  pure subroutine backwards(k, r)
    integer, intent(in) :: k
    integer, intent(out) :: r(:)
    associate (x => a)
      r(1:3) = x(2:4)[k]
      r(4:6) = x(6:2:-2)[k]
    end associate
  end subroutine
end module

program pure_allocatable
  use pure_allocatable_m
  implicit none
  integer :: me, k, i, j, r(6)

  me = this_image()
  allocate (a(6)[*], b(2:4,3)[2,0:*])
  a = [(10*me + i, i=1,6)]
  b = reshape([(100*me + i, i=1,9)], [3,3])
  s = [(20*me + i, i=1,5)]
  c = [('c'//achar(48+me)//achar(48+i), i=1,4)]
  sync all
  do k = 1, num_images()
    i = 1 + mod(k-1, 2)
    j = (k-1)/2
    call check(all(of_a(k) == 10*k + [1,2,3,4,5,6]), 1)
    call check(all(of_b(i,j) == 100*k + reshape([4,5,6,7,8,9], [3,2])), 2)
    call check(all(of_s(k-1) == 20*k + [4,5,3,4,5]), 3)
    call check(all(of_c(i,j+1) == 'c'//achar(48+k)//['1','2','3','4']), 4)
    call backwards(k, r)
    call check(all(r == 10*k + [2,3,4,6,4,2]), 5)
  end do
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine check(ok, which)
    logical, intent(in) :: ok
    integer, intent(in) :: which

    if (ok) return
    print *, 'wrong:', which, 'of image', k, 'on image', me
    error stop 1
  end subroutine
end program
