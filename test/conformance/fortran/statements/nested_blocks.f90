! conformance: images=1,2,3,5
! feature: coindexed in associate and block
program nested_blocks
  implicit none
  type :: cell
    integer :: n = 0
    real :: v(3) = 0
  end type
  type(cell) :: c(2)[*]
  integer :: me, n, k, i
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  do i = 1, 2
    c(i)%n = 10 * me + i; c(i)%v = me * [1.0, 2.0, 3.0]
  end do
  sync all
  block
    integer, save :: here[*]
    integer :: k2, want
    integer, parameter :: second = 2
    here = me ** 2
    sync all
    k2 = here[k]
    want = k * k
    if (k2 /= want) error stop 'coarray of a block'
    associate (a => c, b => (c(1)[k]%n), s => sum(c(2)[k]%v))
      if (b /= 10 * k + 1 .or. s /= 6 * k) error stop 'expressions'
      block
        integer :: i
        do i = 1, 3
          if (a(second)[k]%v(i) /= i * k) exit
        end do
        if (i /= 4) error stop 'coarray name'
      end block
    end associate
    associate (whole => c)
      associate (part => whole)
        if (part(2)[k]%n /= 10 * k + 2) error stop 'associate of an associate'
      end associate
    end associate
  end block
  sync all
  outer: block
    do i = 1, 10
      if (c(1)[k]%n + i > 10 * k + 5) exit outer
    end do
    error stop 'not left'
  end block outer
  if (i /= 5) error stop 'exit of a block'
  if (me == 1) print '(a)', 'PASS'
end program
