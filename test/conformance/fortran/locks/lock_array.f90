! conformance: images=1,2,3,5,8
! feature: lock, unlock
! Locks in an array, in a structure, allocatable and as dummies: the dining philosophers, locks taken in order.
module table_m
  use, intrinsic :: iso_fortran_env, only: lock_type
  implicit none
  type account
    type(lock_type) :: guard
    integer :: balance = 100
  end type account
  type(account) :: bank(3)[*]
contains
  subroutine pick_up(f, image)
    type(lock_type), intent(inout) :: f[*]
    integer, intent(in) :: image
    lock (f[image])
  end subroutine pick_up
end module table_m

program lock_array
  use table_m
  implicit none
  type(lock_type), allocatable :: fork(:)[:]
  integer :: eaten(16)[*] = 0, me, n, i, a, b
  me = this_image(); n = num_images()
  allocate (fork(16)[*])
  a = min(me, mod(me, n) + 1); b = max(me, mod(me, n) + 1)
  do i = 1, 15
    call pick_up(fork(a), 1)
    if (b /= a) lock (fork(b)[1])
    eaten(a)[1] = eaten(a)[1] + 1
    if (b /= a) eaten(b)[1] = eaten(b)[1] + 1
    if (b /= a) unlock (fork(b)[1])
    unlock (fork(a)[1])
  end do
  do i = 1, 12                                     ! moves of money between accounts on the last image
    lock (bank(1)[n]%guard)
    lock (bank(3)[n]%guard)
    bank(1)[n]%balance = bank(1)[n]%balance - me
    bank(3)[n]%balance = bank(3)[n]%balance + me
    unlock (bank(3)[n]%guard)
    unlock (bank(1)[n]%guard)
  end do
  sync all
  if (me == 1) call check('eaten', sum(eaten), merge(15, 30 * n, n == 1))
  call check('debit', bank(1)[n]%balance, 100 - 6 * n * (n + 1))
  call check('credit', bank(3)[n]%balance, 100 + 6 * n * (n + 1))
  call check('not involved', bank(2)[n]%balance, 100)
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
end program lock_array
