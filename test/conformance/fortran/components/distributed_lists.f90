! conformance: images=1,2,3,5,8
! feature: whole programs with allocatable components
! An irregular mesh: each image keeps for each neighbour a list of its own length; the neighbours fetch what they need.
program distributed_lists
  implicit none
  type neighbour_list
    integer :: image = 0
    integer, allocatable :: send(:)
  end type neighbour_list
  type domain
    double precision, allocatable :: u(:)
    type(neighbour_list) :: nb(2)
  end type domain
  type(domain), save :: d[*]
  double precision, allocatable :: halo(:)
  integer, allocatable :: wanted(:)
  integer :: me, n, side, k, i, m
  me = this_image(); n = num_images()
  m = 6 + 2 * me
  d%u = [(1000d0 * me + i, i = 1, m)]
  d%nb(1)%image = modulo(me - 2, n) + 1
  d%nb(2)%image = mod(me, n) + 1
  d%nb(1)%send = [(i, i = 1, me)]                  ! for the one below
  d%nb(2)%send = [(m + 1 - i, i = 1, 2 * me)]      ! for the one above
  sync all
  do side = 1, 2
    k = d%nb(side)%image
    wanted = d[k]%nb(3 - side)%send
    allocate (halo(size(wanted)))
    do i = 1, size(wanted)
      halo(i) = d[k]%u(wanted(i))
    end do
    if (size(wanted) /= merge(2 * k, k, side == 1)) error stop 'FAIL: length of the list'
    do i = 1, size(wanted)
      if (halo(i) /= 1000d0 * k + merge(7 + 2 * k - i, i, side == 1)) then
        print *, 'FAIL: halo', side, i, 'got', halo(i), 'image', me
        error stop 1
      end if
    end do
    if (any(d[k]%u(wanted) /= halo)) error stop 'FAIL: gather by vector subscript'
    deallocate (halo)
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program distributed_lists
