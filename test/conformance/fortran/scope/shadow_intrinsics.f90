! conformance: images=1,2,3,5
! feature: names of intrinsics used for other things
! Fortran has no reserved words: local entities may be called like coarray intrinsics and statements.
module own_names
  implicit none
  integer, private :: where_am_i = 0
contains
  integer function image_index(i, j)               ! a user function of that name
    integer, intent(in) :: i, j
    image_index = 100 * i + j + where_am_i
  end function image_index
  subroutine co_sum(v)
    integer, intent(inout) :: v
    v = v + 1000
  end subroutine co_sum
end module own_names

program shadow_intrinsics
  implicit none
  integer :: sync, critical, event, lock(3), x[*], me, n, k, all, team
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  x = me
  sync all
  sync = 3; all = 4
  critical = 1; event = 2; lock(2) = 5; lock(1) = sync; team = lock(2) + all
  critical = critical + 1
  event = event + critical
  call check('variables', sync + critical + event + sum(lock(1:2)) + team, 3 + 2 + 4 + 8 + 9)
  call locals
  call module_names
  call check('intrinsic again', x[k] + this_image() - me, k)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine locals
    integer :: num_images(4), this_image, co_max, ucobound
    num_images = [1, 2, 3, 4]
    this_image = num_images(3)
    co_max = this_image * 2
    ucobound = num_images(this_image) + co_max
    call check('local array num_images', ucobound, 9)
    call check('still a coarray', x[this_image - 2], 1)
  end subroutine locals
  subroutine module_names
    use own_names
    integer :: v
    v = image_index(2, 3)
    call co_sum(v)
    call check('module procedures', v, 1203)
  end subroutine module_names
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print *, 'FAIL: ', what, ' expected', want, 'got', got, 'image', this_image()
      error stop 1
    end if
  end subroutine check
end program shadow_intrinsics
