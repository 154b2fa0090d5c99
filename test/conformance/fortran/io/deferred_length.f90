! conformance: images=1,2,3,5,8
! feature: coindexed items of deferred character length
program deferred_length
  implicit none
  character(:), allocatable :: v(:)[:], m(:, :)[:]
  character(3) :: w(4)
  character(40) :: line
  integer :: k, left, me, n
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  allocate (character(3) :: v(4)[*])
  allocate (character(4) :: m(2, 2)[*])
  v(:) = 'x' // digit(me); v(2) = 'y'
  m(:, :) = 'm' // digit(me)
  sync all
  w = v(:)[k]
  call check('copy', all(w == [character(3) :: 'x' // digit(k), 'y', 'x' // digit(k), 'x' // digit(k)]))
  write (line, '(4a)') v(:)[k]
  call check('written', line == 'x' // digit(k) // ' y  x' // digit(k) // ' x' // digit(k))
  write (line, '(5a)') v(4:2:-2)[k], 'and', m(2, :)[k]
  call check('sections written', line == 'x' // digit(k) // ' y  andm' // digit(k) // '  m' // digit(k))
  call check('intrinsic functions', all(index(v(:)[k], digit(k)) == [2, 0, 2, 2]) .and. all(len_trim(m(:, 1)[k]) == 2) .and. size(m(:, :)[k]) == 4 &
             .and. all(adjustr(v(1:2)[k]) == [character(3) :: ' x' // digit(k), '  y']))
  sync all
  line = 'ab cd'
  read (line, *) v(2:3)[k]
  sync all
  call check('read', all(v == [character(3) :: 'x' // digit(me), 'ab', 'cd', 'x' // digit(me)]))
  sync all
  read (line, '(2a1)') m(1, :)[k]
  sync all
  call check('read, rank two', all(m(1, :) == ['a', 'b']) .and. all(m(2, :) == 'm' // digit(me)))
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  character function digit(i)
    integer, intent(in) :: i
    digit = achar(48 + i)
  end function
  subroutine check(what, ok)
    character(*), intent(in) :: what
    logical, intent(in) :: ok
    if (.not. ok) then
      print '(3a,i0)', 'FAIL: ', what, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program deferred_length
