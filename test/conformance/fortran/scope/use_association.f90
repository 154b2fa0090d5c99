! conformance: images=1,2,3,5
! feature: use association with only and renames
module base
  implicit none
  integer :: x[*] = 1, y(3)[*] = 2, hidden[*] = 3
  real, allocatable :: field(:)[:]
  type item
    integer :: n = 0
  end type item
  type(item) :: items(2)[*]
end module base

module middle
  use base, only: x, spare => y, field
  implicit none
  integer :: y[*] = 40
end module middle

program use_association
  use middle, only: ex => x, spare, y, field
  use base, only: stuff => items, nothing => hidden
  implicit none
  integer :: x, hidden(2), me, n, k, left
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  x = 5; hidden = 6
  ex = me; spare = [me, 2 * me, 3 * me]; nothing = -me
  stuff(2)%n = 9 * me
  allocate (field(2)[*], source=0.5 * me)
  sync all
  call check('renamed', ex[k], k)
  call check('renamed twice removed', spare(3)[k], 3 * k)
  call check('y of middle', y[k], 40)
  call check('renamed by only', nothing[k], -k)
  call check('structure', stuff(2)[k]%n, 9 * k)
  call check('allocatable', nint(2 * field(2)[k]), k)
  call check('local names', x + sum(hidden), 17)
  sync all
  y[k] = me; spare(1)[k] = -me
  sync all
  call other
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine other
    use base                                       ! here x, y are the module's
    call check('x', x[k], k)
    call check('y', y(1), -left)
    call inner
  end subroutine other
  subroutine inner
    use middle, z => y, y => x
    call check('z', z, left)
    call check('y is x', y[k], k)
  end subroutine inner
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program use_association
