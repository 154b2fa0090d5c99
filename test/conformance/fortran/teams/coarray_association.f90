! conformance: images=1,2,3,5,8
! feature: change team with coarray association
program coarray_association
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  type(team_type) :: half
  integer :: a(4)[*], b(2, 2)[2, *], me, n, k, m, first
  me = this_image(); n = num_images()
  a = [me, 10 * me, 100 * me, 1000 * me]; b = -me
  first = merge(1, (n + 1) / 2 + 1, me <= (n + 1) / 2)
  form team (merge(1, 2, first == 1), half, new_index=me - first + 1)
  change team (half, row[2, *] => a, flat[0:*] => b)
    m = num_images()
    do k = 1, m
      call check('row', row(3)[mod(k - 1, 2) + 1, (k + 1) / 2], 100 * (first + k - 1))
      call check('flat', sum(flat(:, 1)[k - 1]), -2 * (first + k - 1))
    end do
    call check('local part', row(4), 1000 * me)
    call check('lcobound', lcobound(flat, 1), 0)
    sync all
    k = mod(this_image(), m) + 1
    row(1)[mod(k - 1, 2) + 1, (k + 1) / 2] = 7 * me
    sync all
  end team
  m = merge((n + 1) / 2, n / 2, first == 1)
  call check('put through the associating name', a(1), 7 * (modulo(me - first - 1, m) + first))
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
end program coarray_association
