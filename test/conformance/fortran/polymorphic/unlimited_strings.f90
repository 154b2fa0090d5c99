! conformance: images=1,2,3
! feature: unlimited polymorphic coarrays
! Coindexed elements and sections of CLASS(*) dummy arguments of assumed shape that are characters:
! with gaps, backwards, of two dimensions, empty, absent, of deferred length.
module unlimited_strings_m
  implicit none
contains
  ! The first, the last and all elements of image k, whatever they are.
  subroutine of_shape(o, k, text)
    class(*), intent(in) :: o(:)[*]
    integer, intent(in) :: k
    character(*), intent(out) :: text

    select type (o)
    type is (integer)
      write (text, '(*(i0,:,","))') o(:)[k]
    type is (character(*))
      text = o(1)[k]//','//o(size(o))[k](2:)
      if (size(o) == 3) write (text, '(*(a,:,","))') o(:)[k]
      if (any(o(:)[k] /= o(ubound(o,1):1:-1)[k]) .neqv. o(1)[k] /= o(size(o))[k]) error stop 1
    end select
  end subroutine

  subroutine of_size(o, n, k, text)
    integer, intent(in) :: n, k
    class(*), intent(in) :: o(n)[*]
    character(*), intent(out) :: text

    select type (p => o)
    type is (character(*))
      text = p(n)[k]//repeat('.', len(p(n)[k]))
    end select
  end subroutine

  subroutine of_matrix(o, k, text)
    class(*), intent(inout) :: o(0:,:)[*]
    integer, intent(in) :: k
    character(*), intent(out) :: text
    integer :: i

    select type (o)
    type is (character(*))
      sync all
      o(1,2)[k] = 'new'
      sync all
      text = ''
      do i = 0, ubound(o, 1)
        text = trim(text)//o(i,2)[k]
      end do
    end select
  end subroutine

  subroutine empty_or_absent(o, k, length)
    class(*), intent(in), optional :: o(:)[*]
    integer, intent(in) :: k
    integer, intent(out) :: length

    length = -1
    if (.not. present(o)) return
    select type (o)
    type is (character(*))
      length = len(o)*size(o(:)[k])
    end select
  end subroutine
end module

program unlimited_strings
  use unlimited_strings_m
  implicit none
  character(3), save :: c(2,3)[*]
  character(:), allocatable :: d(:)[:]
  integer, save :: i(3)[*]
  character(20) :: text
  integer :: me, k, j
  character :: m, n

  me = this_image()
  k = mod(me, num_images()) + 1
  m = achar(iachar('a') + me)
  n = achar(iachar('a') + k)
  allocate (character(2) :: d(3)[*])
  c = reshape([(achar(iachar('0') + j)//m//'x', j=1,6)], [2,3])
  d = [(m//achar(iachar('0') + j), j=1,3)]
  i = [me, 0, me + 1]
  sync all
  call of_shape(c(2,:), k, text)
  call check(text == '2'//n//'x,4'//n//'x,6'//n//'x', 1)
  call of_shape(c(1,1:3:2), k, text)
  call check(text == '1'//n//'x,'//n//'x', 2)
  call of_shape(d, k, text)
  call check(text == n//'1,'//n//'2,'//n//'3', 3)
  call of_shape(c(1,3:1:-1), k, text)
  call check(text == '5'//n//'x,3'//n//'x,1'//n//'x', 4)
  call of_shape(i(:3:2), k, text)
  call check(text == achar(iachar('0') + k)//','//achar(iachar('1') + k), 5)
  call of_size(d, 3, k, text)
  call check(text == n//'3..', 6)
  call of_size(c(:,1), 2, k, text)
  call check(text == '2'//n//'x...', 7)
  call empty_or_absent(k=k, length=j)
  call check(j == -1, 8)
  call empty_or_absent(d(2:1), k, j)
  call check(j == 0, 9)
  call empty_or_absent(d(::2), k, j)
  call check(j == 4, 10)
  sync all
  call of_matrix(c(:,2:3), k, text)
  call check(text == '5'//n//'xnew', 11)
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine check(ok, which)
    logical, intent(in) :: ok
    integer, intent(in) :: which

    if (ok) return
    print *, 'wrong:', which, 'on image', me, text
    error stop 1
  end subroutine
end program
