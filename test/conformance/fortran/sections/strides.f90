! conformance: images=1,2,3,5,8
! feature: sections with strides
program strides
  implicit none
  integer, parameter :: m = 20
  integer :: a(m)[*], b(m), i, me, n, right, left
  me = this_image(); n = num_images()
  right = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  a = [(1000 * me + i, i = 1, m)]
  sync all
  b = 0
  b(1:7) = a(2:20:3)[right]
  call check('stride 3', b(7), 1000 * right + 20)
  b(1:10) = a(20:1:-2)[right]
  call check('stride -2, first', b(1), 1000 * right + 20)
  call check('stride -2, last', b(10), 1000 * right + 2)
  b(10:1:-1) = a(11:)[right]
  call check('into reversed', b(1), 1000 * right + 20)
  b = a(m:1:-1)[right]
  call check('whole reversed', b(m), 1000 * right + 1)
  b(::5) = a(:4)[right]
  call check('into stride 5', b(16), 1000 * right + 4)
  b(1:size(a(3:2)[right])) = a(3:2)[right]       ! zero-sized
  call check('zero-sized leaves it', b(1), 1000 * right + 1)
  sync all
  a(1:20:4)[right] = [(-me * i, i = 1, 5)]
  a(20:2:-6)[right] = [(10000 * me + i, i = 1, 4)]
  sync all
  do i = 1, m
    select case (i)
    case (1, 5, 9, 13, 17)
      call check('put stride 4', a(i), -left * (i + 3) / 4)
    case (20, 14, 8, 2)
      call check('put stride -6', a(i), 10000 * left + (26 - i) / 6)
    case default
      call check('untouched', a(i), 1000 * me + i)
    end select
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program strides
