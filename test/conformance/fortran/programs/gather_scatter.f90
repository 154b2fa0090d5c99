! conformance: images=1,2,3,5,8
! feature: whole programs
! An irregular gather as in unstructured codes: global indices are translated to image and offset, values fetched one by one
! and in lists per image.
program gather_scatter
  implicit none
  integer, parameter :: per = 12, wanted = 25
  double precision :: field(per)[*], one_by_one(wanted), by_lists(wanted)
  integer :: idx(wanted), owner(wanted), offset(wanted), me, n, i, k
  integer, allocatable :: where_to(:)
  me = this_image(); n = num_images()
  field = [(100d0 * me + i, i = 1, per)]
  idx = [(mod(me * 31 + i * 17, per * n) + 1, i = 1, wanted)]
  owner = (idx - 1) / per + 1
  offset = mod(idx - 1, per) + 1
  sync all
  do i = 1, wanted
    one_by_one(i) = field(offset(i))[owner(i)]
  end do
  by_lists = -1
  do k = 1, n
    where_to = pack([(i, i = 1, wanted)], owner == k)
    by_lists(where_to) = field(offset(where_to))[k]
  end do
  do i = 1, wanted
    if (one_by_one(i) /= 100d0 * owner(i) + offset(i) .or. by_lists(i) /= one_by_one(i)) then
      print *, 'FAIL: item', i, 'expected', 100d0 * owner(i) + offset(i), 'got', one_by_one(i), by_lists(i), 'image', me
      error stop 1
    end if
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program gather_scatter
