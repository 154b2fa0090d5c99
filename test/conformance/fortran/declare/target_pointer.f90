! conformance: images=1,2,3,5
! feature: coarray with TARGET
program target_pointer
  implicit none
  integer, target :: a(10)[*]
  integer, pointer :: p(:), q
  integer, allocatable, target :: b(:)[:]
  integer :: me, n, right, left, i
  me = this_image(); n = num_images()
  right = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  allocate (b(6)[*])
  p => a(2:10:2)
  q => b(3)
  p = [(me * 10 + i, i = 1, 5)]
  a(1:9:2) = 0
  b = -me
  sync all
  call check('written through a pointer', a(6)[right], right * 10 + 3)
  call check('not written', a(7)[right], 0)
  sync all
  a(4)[right] = 4000 + me
  b(3)[right] = 3000 + me
  sync all
  call check('put is seen through the pointer to a section', p(2), 4000 + left)
  call check('put is seen through the scalar pointer', q, 3000 + left)
  if (.not. associated(p, a(2:10:2))) error stop 'FAIL: associated'
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
end program target_pointer
