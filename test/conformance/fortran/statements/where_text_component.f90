! conformance: images=1,2,3
! feature: WHERE that defines components of characters
! gfortran assigns one character of each value where it thinks that the right side is what is
! defined. Objects of other images are seen through pointers, of which it thinks so.
program where_text_component
  implicit none
  type :: named
    integer :: n = 0
    character(5) :: name
  end type
  character(5), parameter :: texts(3) = ['abcde', 'ABCDE', 'vwxyz']
  type(named) :: x(3)[*], y(3)[*], z(3)
  type(named), allocatable :: d(:)[:]
  logical :: mask(3) = [.true., .false., .true.], right = .true.
  integer :: i = 2, j = 3, next

  next = 1 + mod(this_image(), num_images())
  allocate (d(3)[*])
  call anew
  where (mask)
    x(:)[next]%name = x(3:1:-1)[next]%name(i:j)
  elsewhere
    x(:)[next]%name = x(3:1:-1)[next]%name(j:j)
  end where
  sync all
  call expect('both on one image', x%name, ['wx   ', 'C    ', 'bc   '])
  call anew
  where (mask(2:3))
    x(2:3)[next]%name = x(1:2)[next]%name
  elsewhere
    x(2:3)[next]%name = x(1:2)[next]%name // 'q'
  end where
  sync all
  call expect('whole components', x%name, ['abcde', 'abcde', 'ABCDE'])
  call anew
  where (mask)
    x(:)[next]%name = y(:)[next]%name
  elsewhere
    x(:)[next]%name = y(:)[next]%name(1:2)
  end where
  sync all
  call expect('of another coarray', x%name, ['abcde', 'AB   ', 'vwxyz'])
  call anew
  where (mask)
    z%name = y(3:1:-1)[next]%name
  elsewhere
    z%name = y(:)[next]%name(1:2)
  end where
  sync all
  call expect('local left side', z%name, ['vwxyz', 'AB   ', 'abcde'])
  call anew
  where (mask)
    d(:)[next]%name = d(3:1:-1)[next]%name
  elsewhere
    d(:)[next]%name(2:) = d(:)[next]%name(1:2)
  end where
  sync all
  call expect('allocatable', d%name, ['vwxyz', 'AAB  ', 'abcde'])
  call anew
  associate (q => (x(3:1:-1)[next]%name(i:j)))
    where (mask) x(:)[next]%name = q
  end associate
  sync all
  call expect('associate name', x%name, ['wx   ', 'ABCDE', 'bc   '])
  call anew
  associate (q => x)
    where (mask) q(:)[next]%name = q(3:1:-1)[next]%name
  end associate
  sync all
  call expect('both by an associate name', x%name, ['vwxyz', 'ABCDE', 'abcde'])
  call anew
  associate (q => y)
    where (q%name /= texts(2)) q%name = x(3:1:-1)[next]%name
    sync all
    where (mask) z%name = q(3:1:-1)[next]%name
  end associate
  sync all
  call expect('left side by an associate name', y%name, ['vwxyz', 'ABCDE', 'abcde'])
  call expect('right side by an associate name', z%name, ['abcde', 'ABCDE', 'vwxyz'])
  call total
contains
  subroutine anew
    sync all
    x%name = texts
    y%name = texts
    z%name = texts
    d%name = texts
    sync all
  end subroutine

  subroutine expect(what, got, want)
    character(*), intent(in) :: what, got(:), want(:)
    if (all(got == want)) return
    right = .false.
    print '(*(a, "|"))', what, got
  end subroutine

  subroutine total
    integer :: wrong
    wrong = merge(0, 1, right)
    call co_sum(wrong)
    if (this_image() == 1 .and. wrong == 0) print '(a)', 'PASS'
  end subroutine
end program
