! conformance: images=1,2,3,5,8
! feature: components of coindexed objects in whole programs
! Particles with allocatable lists, labels, flags and values of 16 bytes, copied and changed.
module m
  implicit none
  integer, parameter :: wide = selected_real_kind(18) ! 16 bytes with all back ends, of which not all have kind 16
  type particle
    real(8) :: x(3) = 0
    integer, allocatable :: neighbours(:)
    character(:), allocatable :: label
    real(wide), allocatable :: q
    logical, allocatable :: flags(:, :)
  end type
  type box
    type(particle), allocatable :: p(:)
    integer :: n = 0
  end type
end module
program main
  use m
  implicit none
  type(box) :: b[*]
  type(particle) :: t
  type(particle), allocatable :: halo(:)
  integer :: me, n, k, i, j
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  allocate (b%p(me + 1))
  b%n = me + 1
  do i = 1, b%n
    b%p(i)%x = [me, i, me * i]
    b%p(i)%neighbours = [(me + i, j = 1, i)]
    b%p(i)%label = repeat(achar(96 + me), i)
    if (i > 1) then
      allocate (b%p(i)%q, b%p(i)%flags(i, 2))
      b%p(i)%q = me / 3.0_wide
      b%p(i)%flags = .true.
    end if
  end do
  sync all
  halo = b[k]%p(1:2)
  if (halo(2)%label /= repeat(achar(96 + k), 2) .or. size(halo(2)%neighbours) /= 2) error stop 'FAIL halo'
  if (allocated(halo(1)%q) .or. .not. allocated(halo(2)%q)) error stop 'FAIL q'
  if (halo(2)%q /= k / 3.0_wide .or. .not. all(halo(2)%flags)) error stop 'FAIL q value'
  t = b[k]%p(b[k]%n)
  if (t%x(3) /= k * (k + 1)) error stop 'FAIL x'
  if (b[k]%p(2)%label /= repeat(achar(96 + k), 2)) error stop 'FAIL label'
  if (len(b[k]%p(k + 1)%label) /= k + 1) error stop 'FAIL len'
  if (b[k]%p(2)%label(2:2) /= achar(96 + k)) error stop 'FAIL substring'
  sync all
  b%p = [b%p, halo]
  if (size(b%p) /= me + 3 .or. b%p(me + 3)%label /= repeat(achar(96 + k), 2)) error stop 'FAIL append'
  sync all
  b[k]%p(1)%x(:) = [7, 8, 9]
  b[k]%p(2)%label = 'zz'
  b[k]%p(2)%q = 5
  b[k]%p(2)%flags(1, :) = .false.
  sync all
  if (any(b%p(1)%x /= [7, 8, 9]) .or. b%p(2)%label /= 'zz' .or. b%p(2)%q /= 5 .or. count(b%p(2)%flags) /= 2) error stop 'FAIL put'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
