! conformance: images=1,2,3,5
! feature: pointer components of coindexed objects
program pointer_component
  implicit none
  type node
    integer :: v = 0
    type(node), pointer :: next => null()
  end type node
  type view
    real, pointer :: p(:) => null(), m(:, :) => null()
    type(node), pointer :: head => null()
  end type view
  type(view) :: w[*]
  real, target :: store(20), plane(4, 4)
  real, target :: shared(10)[*]
  type(node), pointer :: t
  integer :: me, n, k, i, left
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  store = [(100.0 * me + i, i = 1, 20)]; plane = me; shared = -me
  w%p => store(2:20:3)                             ! strided, in memory that is no coarray
  w%m => plane(2:3, :)
  do i = 1, 3
    allocate (t)
    t%v = 10 * me + i
    t%next => w%head
    w%head => t
  end do
  sync all
  call check('element', nint(w[k]%p(2)), 100 * k + 5)
  call check('section', nint(sum(w[k]%p(1:7:6))), 200 * k + 22)
  call check('size', size(w[k]%p), 7)
  call check('rank 2', nint(sum(w[k]%m)), 8 * k)
  call check('structure behind a pointer', w[k]%head%v, 10 * k + 3)
  sync all
  w[k]%p(3) = -me
  w[k]%m(:, 2) = [1.0, 2.0] * me
  w[k]%head%v = 7 * me
  sync all
  call check('put', nint(store(8)), -left)
  call check('put in a section', nint(plane(3, 2)), 2 * left)
  call check('put behind a pointer', w%head%v, 7 * left)
  call check('list intact', w%head%next%next%v, 10 * me + 1)
  sync all
  w%p => shared(3:)
  sync all
  w[k]%p(1) = 42.0 * me
  sync all
  call check('onto a coarray', nint(shared(3)), 42 * left)
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
end program pointer_component
