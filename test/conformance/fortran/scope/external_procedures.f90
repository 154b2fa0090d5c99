! conformance: images=1,2,3,5
! feature: coarrays in external procedures
! External subprograms with saved coarrays and module coarrays; no explicit interface is needed for them.
module shared_m
  implicit none
  integer :: box(2)[*] = 0
end module shared_m

subroutine deliver(k, v)
  use shared_m
  implicit none
  integer, intent(in) :: k, v
  integer, save :: calls[*] = 0
  calls = calls + 1
  sync all
  box(1)[k] = v
  box(2)[k] = calls[k]
  sync all
end subroutine deliver

integer function collect()
  use shared_m, only: box
  integer :: i
  collect = 0
  do i = 1, num_images()
    collect = collect + box(1)[i]
  end do
end function collect

program external_procedures
  use shared_m
  implicit none
  integer, external :: collect
  integer :: me, n, k, left
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  call deliver(k, 10 * me)
  call deliver(k, 20 * me)
  call check('box(1)', box(1), 20 * left)
  call check('box(2)', box(2), 2)
  call check('collect', collect(), 10 * n * (n + 1))
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
end program external_procedures
