! conformance: images=1,2,3,5,8
! feature: co_broadcast of derived type
program co_broadcast_types
  implicit none
  type settings
    integer :: nx, ny
    double precision :: dt
    character(10) :: scheme
    logical :: verbose
  end type settings
  type(settings) :: cfg, table(3)
  complex(kind(1d0)) :: z(2, 2)
  integer(1) :: tiny
  character(3) :: names(4)
  integer :: me, n, source, st
  me = this_image(); n = num_images()
  cfg = settings(0, 0, 0d0, '', .false.); table = cfg; z = 0; tiny = 0; names = ''
  do source = 1, n
    if (me == source) then
      cfg = settings(10 * source, 20, 0.5d0 * source, 'upwind', .true.)
      table(2:3) = settings(-source, 1, 2d0, 'x', .true.)
      z = (1d0, -1d0) * source
      tiny = int(source, 1)
      names = [character(3) :: 'a', 'bc', 'def', achar(48 + source)]
    end if
    call co_broadcast(cfg, source)
    call co_broadcast(table(1:3:2), source_image=source, stat=st)
    call co_broadcast(z(:, 2), source)
    call co_broadcast(tiny, source)
    call co_broadcast(names, source)
    if (st /= 0) call fail('stat')
    if (cfg%nx /= 10 * source .or. cfg%dt /= 0.5d0 * source) call fail('structure')
    if (cfg%scheme /= 'upwind' .or. .not. cfg%verbose) call fail('structure')
    if (table(3)%nx /= -source) call fail('structure in a section')
    if (table(2)%nx /= merge(-me, 0, me <= source)) call fail('outside the section')
    if (z(1, 2) /= (1d0, -1d0) * source) call fail('column')
    if (z(1, 1) /= merge((1d0, -1d0), (0d0, 0d0), me <= source) * me) call fail('outside the column')
    if (tiny /= source) call fail('int8')
    if (names(3) /= 'def' .or. names(4) /= achar(48 + source)) call fail('characters')
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine fail(what)
    character(*), intent(in) :: what
    print *, 'FAIL: ', what, ' source ', source, ' image ', this_image()
    error stop 1
  end subroutine fail
end program co_broadcast_types
