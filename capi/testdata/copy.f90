! coral_copy and views: sections in both directions, overlap, odd element sizes, derived types.
program copy
  use coral_rt
  implicit none
  type :: odd
     sequence
     character(11) :: text                            ! 11 does not divide the distance of images
  end type odd
  type :: t_r
     integer(coral_ik) :: gen = -1_coral_ik, c(2)
     real(8), pointer :: p(:,:,:)
  end type t_r
  type :: t_o
     integer(coral_ik) :: gen = -1_coral_ik, c(2)
     type(odd), pointer :: p(:,:)
  end type t_o
  type :: t_c
     integer(coral_ik) :: gen = -1_coral_ik, c(2)
     character(11), pointer :: p(:)
  end type t_c
  real(8), save :: u(20, 10), v(20, 10), line(20)
  type(odd), save :: o(3)
  character(11), save :: word
  type(t_r), save :: vu
  type(t_o), save :: vo
  type(t_c), save :: vw
  character(*), parameter :: f = 'copy.f90'
  integer :: me, num, right, i, j
  me = coral_me; num = coral_num
  right = mod(me, num) + 1
  call coral_view(loc(vu), u, lbound(u, kind=coral_ik), 1, 1, f)
  call coral_view(loc(vo), o, lbound(o, kind=coral_ik), 1, 1, f)
  call coral_view(loc(vw), word, [integer(coral_ik) ::], 1, 1, f)
  do j = 1, 10
     do i = 1, 20
        u(i, j) = 1000*me + 20*j + i
     end do
  end do
  do i = 1, 3
     write (o(i)%text, '(a,i0,a,i0)') 'image', me, '/', i
  end do
  write (word, '(a,i0)') 'word', me
  call coral_sync_all(1, f)
  v = 0
  call coral_copy(v, vu%p(:, :, right))
  call check(v(3, 4) == 1000*right + 83 .and. v(20, 10) == 1000*right + 220, 'whole array')
  v = 0
  call coral_copy(v(1:20:3, 2:9), vu%p(20:2:-3, 9:2:-1, right))
  call check(v(1, 2) == 1000*right + 200 .and. v(19, 9) == 1000*right + 42 .and. v(2, 2) == 0, 'strided, backwards')
  call coral_copy(line, vu%p(:, 5, right))
  call check(line(20) == 1000*right + 120, 'column')
  call coral_copy(line(1:10), vu%p(7, :, right))
  call check(line(2) == 1000*right + 47, 'row')
  call coral_sync_all(1, f)
  line = -me
  call coral_copy(vu%p(:, 1, right), line)            ! put
  call coral_sync_all(1, f)
  call check(all(u(:, 1) == -merge(num, me - 1, me == 1)), 'put of a column')
  v = reshape([(dble(i), i = 1, 200)], [20, 10])
  call coral_copy(v(2:20, :), v(1:19, :))
  call check(v(2, 1) == 1 .and. v(20, 1) == 19 .and. v(20, 10) == 199, 'overlap')
  if (coral_lib) call coral_get_at(loc(vo%p(1, right)), vo%p(:, right))
  if (coral_lib) call coral_get(vw%p(right))
  call check(vo%p(2, right)%text(1:5) == 'image' .and. vo%p(3, right)%text(7:8) == '/3', 'elements of 11 bytes')
  call check(all([(vo%p(i, right)%text(8:8) == char(48 + i), i = 1, 3)]), 'array of elements of 11 bytes')
  call check(vw%p(right)(1:4) == 'word', 'character of 11 bytes')
  call coral_sync_all(1, f)
  vo%p(1, right)%text = 'changed'
  if (coral_lib) call coral_put(vo%p(1, right))
  call coral_sync_all(1, f)
  call check(o(1)%text == 'changed' .and. o(2)%text(1:5) == 'image', 'put of one element of 11 bytes')
  call coral_sync_all(1, f)
  vo%p(1:3:2, right)%text(2:3) = '##'                ! substrings of an array
  if (coral_lib) call coral_put_at(loc(vo%p(1, right)%text(2:3)), vo%p(1:3:2, right)%text(2:3), 2_coral_ik)
  call coral_sync_all(1, f)
  call check(o(1)%text == 'c##nged' .and. o(2)%text(1:5) == 'image' .and. o(3)%text(1:5) == 'i##ge', 'put of substrings')
  call coral_sync_all(1, f)
  if (me == 1) print '(a)', 'PASS'
  call coral_end()
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (.not. ok) call coral_error_stop('FAIL: ' // what)
  end subroutine check
end program copy
