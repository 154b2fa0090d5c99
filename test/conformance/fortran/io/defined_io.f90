! conformance: images=1,2,3
! feature: coindexed items of files
! defined I/O, namelist of coarrays, inquire, non-advancing, stream, user-defined derived-type I/O of coindexed objects
module io_m
  implicit none
  type point
    real :: x = 0, y = 0
  contains
    procedure, private :: wr, rd
    generic :: write(formatted) => wr
    generic :: read(formatted) => rd
  end type
contains
  subroutine wr(dtv, unit, iotype, v_list, iostat, iomsg)
    class(point), intent(in) :: dtv
    integer, intent(in) :: unit
    character(*), intent(in) :: iotype
    integer, intent(in) :: v_list(:)
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    write (unit, '("<",f5.1,",",f5.1,">")', iostat=iostat, iomsg=iomsg) dtv%x, dtv%y
  end subroutine
  subroutine rd(dtv, unit, iotype, v_list, iostat, iomsg)
    class(point), intent(inout) :: dtv
    integer, intent(in) :: unit
    character(*), intent(in) :: iotype
    integer, intent(in) :: v_list(:)
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    read (unit, '(1x,f5.1,1x,f5.1,1x)', iostat=iostat, iomsg=iomsg) dtv%x, dtv%y
  end subroutine
end module
program p
  use io_m
  implicit none
  type(point), save :: q(2)[*]
  integer, save :: n[*], v(3)[*], word_len[*]
  real, save :: w(2)[*]
  character(20), save :: text[*]
  character(60) :: line
  integer :: k, me, u, ios
  type(point) :: z
  namelist /nml/ n, v, w
  me = this_image(); k = mod(me, num_images()) + 1
  q(1)%x = me; q(1)%y = -me; q(2) = q(1); text = 'from ' // achar(48 + me)
  sync all
  write (line, '(dt)') q(1)[k]
  if (line(2:6) /= line(2:6) .or. index(line, '>') /= 13) error stop 'defined output'
  read (line, '(dt)', iostat=ios) z
  if (ios /= 0 .or. z%x /= k .or. z%y /= -k) error stop 'defined input'
  if (num_images() > 1) then
    read (line, '(dt)') q(2)[k]
    sync all
    if (q(2)%x /= me) error stop 'defined input to another image'
  end if
  open (newunit=u, status='scratch', form='formatted')
  write (u, '(a)') '&nml n=4, v=1,2,3, w=2*0.5 /'
  rewind u
  read (u, nml)
  close (u)
  if (n /= 4 .or. any(v /= [1, 2, 3]) .or. any(w /= 0.5)) error stop 'namelist'
  sync all
  write (line, '(3i3,2f4.1,a)', iostat=n) v(:)[k], w(:)[k], trim(text[k])
  if (n /= 0 .or. line(18:23) /= 'from '//achar(48 + k)) error stop 'items'
  sync all
  read (text(6:6), '(i1)', iostat=word_len[k]) v(2)[k]
  sync all
  if (word_len /= 0 .or. modulo(v(2), num_images()) + 1 /= me) error stop 'iostat of another image'
  open (newunit=u, status='scratch', access='stream', form='unformatted')
  write (u) v(:)[k], w(:)[k], text[k](1:4)
  inquire (u, pos=n[me])
  if (n /= 1 + 12 + 8 + 4) error stop 'pos'
  read (u, pos=13) w(2:1:-1)[me]
  close (u)
  write (*, '(a)', advance='no') repeat('', n[k])
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
