! conformance: images=1,2,3,5,8
! feature: components of coindexed arrays of structures
program array_of_structs
  implicit none
  type cell
    integer :: id
    double precision :: u
    integer :: nb(2)
  end type cell
  integer, parameter :: m = 6
  type(cell) :: s(m)[*], t(m)
  integer :: me, n, right, left, i, ids(m)
  me = this_image(); n = num_images()
  right = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  do i = 1, m
    s(i) = cell(100 * me + i, 0.5d0 * i * me, [i - 1, i + 1])
  end do
  sync all
  ids = s(:)[right]%id
  call check('ids', sum(ids), 600 * right + 21)
  call check('ids strided', sum(s(2:6:2)[right]%id), 300 * right + 12)
  call check('ids reversed', dot_product(s(m:1:-1)[right]%id, [1, 0, 0, 0, 0, 0]), 100 * right + m)
  call check('u', nint(2 * sum(s(:)[right]%u)), 21 * right)
  call check('nb of one', s(4)[right]%nb(2), 5)
  call check('nb(1) of all', sum(s(:)[right]%nb(1)), 15)
  t = s(:)[right]
  call check('whole section', t(5)%id, 100 * right + 5)
  t(1:3) = s(4:6)[right]
  call check('part of section', t(1)%nb(1), 3)
  sync all
  s(:)[right]%id = [(-me * i, i = 1, m)]
  s(1:3)[right]%nb(2) = 77
  s(6)[right]%nb = [8, 9]
  sync all
  do i = 1, m
    call check('put ids', s(i)%id, -left * i)
    call check('put nb(2)', s(i)%nb(2), merge(77, merge(9, i + 1, i == 6), i <= 3))
    call check('nb(1)', s(i)%nb(1), merge(8, i - 1, i == 6))
  end do
  sync all
  s(2:3)[right] = t(1:2)
  sync all
  call check('put structures', s(2)%nb(1), 3)
  call check('neighbours kept', s(4)%id, -left * 4)
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
end program array_of_structs
