! conformance: images=1,2,3
! feature: FORALL whose right side has fewer characters than the left side
! gfortran keeps the right side in a temporary variable and adds no blanks to it.
module checks
  implicit none
  logical :: right = .true.
contains
  subroutine expect(what, got, want)
    character(*), intent(in) :: what, got(:), want(:)
    if (size(got) == size(want)) then
      if (all(got == want)) return
    end if
    right = .false.
    print '(*(a, "|"))', what, got
  end subroutine
end module

program forall_shorter_text
  use checks
  implicit none
  type :: named
    character(5) :: name
  end type
  character(5) :: a(3)[*], b(3)[*], c(3), m(3, 3)[*]
  character(:), allocatable :: d(:)[:]
  type(named) :: x(3)[*]
  logical :: l(3) = [.true., .false., .true.]
  integer :: i = 2, j = 3, k, next

  next = 1 + mod(this_image(), num_images())
  allocate (character(5) :: d(3)[*])
  b = ['abcde', 'ABCDE', 'vwxyz']
  a = b
  sync all

  ! both sides on one image, with and without overlap
  forall (k = 1:3) a(k)[next] = a(4 - k)[next](i:j)
  sync all
  call expect('own elements', a, ['wx   ', 'BC   ', 'bc   '])
  sync all
  forall (k = 1:3) a(k)[next] = b(4 - k)[next](2:3)
  sync all
  call expect('of another coarray', a, ['wx   ', 'BC   ', 'bc   '])
  sync all
  forall (k = 1:3) a(k) = b(k)[next](k:3)
  call expect('lengths by the index', a, ['abc  ', 'BC   ', 'x    '])
  forall (k = 1:3) c(k) = b(k)[next](i:j)
  call expect('local left side', c, ['bc   ', 'BC   ', 'wx   '])
  sync all
  a = b
  sync all
  forall (k = 1:3) a(k)[next](i:) = b(4 - k)[next](1:1)
  sync all
  call expect('a substring of the left side', a, ['av   ', 'AA   ', 'va   '])
  sync all
  forall (k = 1:3) a(k)[next] = b(k)[next](i:j) // 'z'
  sync all
  call expect('concatenated', a, ['bcz  ', 'BCz  ', 'wxz  '])
  sync all
  forall (k = 1:3) a(k)[next](1:2) = b(k)[next]
  sync all
  call expect('a longer right side', a, ['abz  ', 'ABz  ', 'vwz  '])

  ! constructs, sections, components, deferred length
  m = 'abcde'
  sync all
  forall (k = 1:3)
    m(:, k)[next] = m(:, 4 - k)[next](i:j)
  end forall
  sync all
  call expect('sections', reshape(m, [9]), spread('bc   ', 1, 9))
  sync all
  m = 'abcde'
  sync all
  forall (k = 1:3)
    where (l) m(:, k)[next] = m(:, 4 - k)[next](i:j)
  end forall
  sync all
  call expect('where', reshape(m, [9]), [(['bc   ', 'abcde', 'bc   '], k = 1, 3)])
  sync all
  m = 'abcde'
  sync all
  forall (k = 1:3)
    where (l)
      m(:, k)[next] = m(:, 4 - k)[next](i:j)
    elsewhere
      m(:, k)[next] = m(:, 4 - k)[next](j:j)
    end where
  end forall
  sync all
  call expect('elsewhere', reshape(m, [9]), [(['bc   ', 'c    ', 'bc   '], k = 1, 3)])
  x%name = b
  sync all
  forall (k = 1:3) x(k)[next]%name = x(4 - k)[next]%name(i:j)
  sync all
  call expect('components', x%name, ['wx   ', 'BC   ', 'bc   '])
  d = b
  sync all
  forall (k = 1:3) d(k)[next] = d(4 - k)[next](i:j)
  sync all
  call expect('deferred length', d, ['wx   ', 'BC   ', 'bc   '])
  call hides_intrinsics
  sync all
  call co_and(right)
  if (this_image() == 1 .and. right) print '(a)', 'PASS'
contains
  subroutine hides_intrinsics
    integer :: repeat, len
    repeat = 1
    len = 3
    sync all
    a = b
    sync all
    forall (k = repeat:len) a(k)[next] = b(k)[next](repeat:repeat)
    sync all
    call expect('names of intrinsic functions', a, ['a    ', 'A    ', 'v    '])
  end subroutine

  subroutine co_and(value)
    logical, intent(inout) :: value
    integer :: wrong
    wrong = merge(0, 1, value)
    call co_sum(wrong)
    value = wrong == 0
  end subroutine
end program
