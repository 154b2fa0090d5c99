! conformance: images=1,2,3
! build-args: -check
! feature: elements of components behind a vector subscript, with checks of subscripts
! With -check the bounds of a component were asked for behind an array, which compilers refuse.
program vector_before_component
  implicit none
  type outer
    integer :: v(3) = 0
  end type
  type(outer) :: o(4)[*]
  integer :: me, next, i, list(3), a(3)
  me = this_image()
  next = mod(me, num_images()) + 1
  list = [4, 1, 3]
  do i = 1, 4
    o(i)%v = 100*me + 10*i + [1, 2, 3]
  end do
  sync all
  a = o(list)[next]%v(2)
  if (any(a /= 100*next + 10*list + 2)) error stop 1
  i = 3
  a(1:2) = o([1, i])[next]%v(i)
  if (any(a(1:2) /= 100*next + [13, 33])) error stop 2
  a = o(list + 0)[next]%v(i) + o(list)[next]%v(i - 2)
  if (any(a /= 200*next + 20*list + 4)) error stop 3
  sync all
  o(list)[next]%v(i - 1) = list
  sync all
  if (any(o%v(2) /= [1, 100*me + 22, 3, 4])) error stop 4
  if (me == 1) print '(a)', 'PASS'
end program
