! conformance: images=1,2,3,5
! feature: coindexed items of files
program stream_and_items
  use iso_fortran_env, only: int64
  implicit none
  type :: point
    integer :: i = 0
    real :: xy(2) = 0
  end type
  integer :: a(6)[*], b(6), me, n, k, i, u, length
  type(point) :: p[*], q
  character(4) :: c[*], d
  complex :: z[*], w
  logical :: l[*], m
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  a = [(me * 10 + i, i = 1, 6)]; p = point(me, [me, -me]); c = 'c' // achar(48 + me); z = cmplx(me, 1); l = .true.
  sync all
  open (newunit=u, status='scratch', access='stream', form='unformatted')
  write (u) a(2:6:2)[k], p[k]%xy, c[k], z[k], (a(i)[k], i = 3, 1, -1), l[k]
  rewind u
  b = 0
  read (u) b(1:3), q%xy, d, w, b(4:6), m
  if (any(b /= k * 10 + [2, 4, 6, 3, 2, 1]) .or. any(q%xy /= [k, -k]) .or. d /= 'c' // achar(48 + k) .or. w /= cmplx(k, 1) .or. .not. m) error stop 'stream'
  inquire (iolength=length) a(:)[k], p[k]%xy, c[k]
  inquire (iolength=i) b, q%xy, d
  if (length /= i) error stop 'iolength'
  close (u)
  sync all
  open (newunit=u, status='scratch', access='direct', form='unformatted', recl=length)
  write (u, rec=me) b, q%xy, d
  read (u, rec=me) a(:)[k], p[k]%xy, c[k]
  close (u)
  sync all
  if (a(1) /= me * 10 + 2 .or. p%xy(2) /= -me .or. c /= 'c' // achar(48 + me)) error stop 'direct, read into coindexed'
  open (newunit=u, status='scratch', form='formatted')
  write (u, '(6(i0,1x),l1)') a(:)[k], l[k]
  write (u, *) p[k]%i, z[k]
  rewind u
  read (u, *) b, m
  read (u, *) i, w
  if (any(b /= k * 10 + [2, 4, 6, 3, 2, 1]) .or. i /= k .or. w /= cmplx(k, 1)) error stop 'formatted'
  sync all
  rewind u
  read (u, *) (a(i)[k], i = 1, 6)
  sync all
  if (a(6) /= (mod(me, n) + 1) * 0 + me * 10 + 1) error stop 'implied do into coindexed'
  close (u)
  if (me == 1) print '(a)', 'PASS'
end program
