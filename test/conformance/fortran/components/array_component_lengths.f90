! conformance: images=1,2,3,5,8
! feature: components of coindexed objects whose elements do not divide the distance of images
! Array components of scalar coindexed objects, whose elements have sizes that do not divide the
! distance of images: characters of many lengths, structures of 12 bytes.
program character_component_arrays
  implicit none
  type :: odd
    integer :: i(3)
  end type
  type :: inner
    character(13) :: c(2, 3)
    type(odd) :: o(-1:2)
  end type
  type :: t
    integer :: i(3)
    character(11) :: a(3)
    type(inner) :: in
    character(100) :: b(0:2)
  end type
  type :: holder
    type(t), allocatable :: h(:)[:]
    type(t), allocatable :: s[:]
  end type
  type :: dyn
    type(t), allocatable :: x(:)
  end type
  type(t), save :: v(2)[*], s[*]
  type(dyn), save :: y[*]
  type(holder) :: w
  character(11) :: got(3)
  character(13) :: c(2, 3)
  character(100) :: b(0:2)
  type(odd) :: o(4)
  integer :: k, j, me

  me = this_image()
  k = 1 + mod(me, num_images())
  allocate (w%h(2)[*], w%s[*])
  allocate (y%x(2))
  call fill(v(1)); call fill(v(2)); call fill(s)
  call fill(w%h(1)); call fill(w%h(2)); call fill(w%s)
  call fill(y%x(1)); call fill(y%x(2))
  sync all

  ! a definition of a whole array, of sections, of substrings, by a scalar and by an array
  v(1)[k]%a = 'hello world'
  v(2)[k]%in%c = reshape(['aaaaaaaaaaaa1', 'aaaaaaaaaaaa2', 'aaaaaaaaaaaa3', 'aaaaaaaaaaaa4', &
    'aaaaaaaaaaaa5', 'aaaaaaaaaaaa6'], [2, 3])
  v(1)[k]%b(2:0:-1) = ['two ', 'one ', 'zero']
  v(1)[k]%in%c(2, :) = 'row'
  v(1)[k]%in%c(1, ::2)(3:4) = 'xy'
  v(2)[k]%in%o(0:) = [(odd([j, j, j]), j = 1, 3)]
  s[k]%a(2:) = ['b', 'c']
  s[k]%in%o%i(2) = me
  w%h(2)[k]%i = [1, 2, 3]
  w%h(2)[k]%a = 'part'
  w%h(2)[k]%in%c(:, 2) = 'column'
  w%s[k]%b = 'scalar part'
  y[k]%x(2)%a = 'dynamic'
  y[k]%x(2)%in%c(1, :) = 'dynamic row'
  sync all

  if (any(v(1)%a /= 'hello world')) error stop 1
  if (any(v(2)%in%c(:, 3) /= ['aaaaaaaaaaaa5', 'aaaaaaaaaaaa6'])) error stop 2
  if (any(v(1)%b /= ['zero', 'one ', 'two '])) error stop 3
  if (any(v(1)%in%c(2, :) /= 'row')) error stop 4
  if (any(v(1)%in%c(1, :) /= ['..xy.........', '.............', '..xy.........'])) error stop 5
  if (any([(v(2)%in%o(j)%i, j = -1, 2)] /= [7, 7, 7, 1, 1, 1, 2, 2, 2, 3, 3, 3])) error stop 6
  if (any(s%a /= ['...........', 'b          ', 'c          '])) error stop 7
  if (any(s%in%o%i(2) /= 1 + mod(me + num_images() - 2, num_images()))) error stop 8
  if (any(s%in%o%i(1) /= 7) .or. any(s%in%o%i(3) /= 7)) error stop 9
  if (any(w%h(2)%a /= 'part') .or. any(w%h(1)%a /= '...........')) error stop 10
  if (any(w%h(2)%in%c(:, 2) /= 'column') .or. any(w%h(2)%in%c(:, 1) /= '.............')) error stop 11
  if (any(w%h(2)%i /= [1, 2, 3]) .or. any(w%h(1)%i /= 5)) error stop 15
  if (any(w%s%b /= 'scalar part') .or. any(w%s%a /= '...........')) error stop 12
  if (any(y%x(2)%a /= 'dynamic') .or. any(y%x(1)%a /= '...........')) error stop 13
  if (any(y%x(2)%in%c(1, :) /= 'dynamic row')) error stop 14
  sync all

  ! references
  got = v(1)[k]%a
  if (any(got /= 'hello world')) error stop 21
  c = v(2)[k]%in%c
  if (any(c(1, :) /= ['aaaaaaaaaaaa1', 'aaaaaaaaaaaa3', 'aaaaaaaaaaaa5'])) error stop 22
  b = v(1)[k]%b
  if (any(b /= ['zero', 'one ', 'two '])) error stop 23
  if (any(v(1)[k]%b(:)(:2) /= ['ze', 'on', 'tw'])) error stop 24
  o = v(2)[k]%in%o
  if (any(o(4)%i /= 3) .or. any(o(1)%i /= 7)) error stop 25
  do j = 1, 3
    if (any(v(1)[k]%in%c(2, j:) /= 'row')) error stop 26
    if (any([character(13) :: (v(2)[k]%in%c(1, j:j))] /= v(2)%in%c(1, j))) error stop 27
  end do
  if (any(w%h(2)[k]%a /= 'part')) error stop 28
  if (any(w%s[k]%b(1:) /= 'scalar part')) error stop 29
  if (any(y[k]%x(2)%a /= 'dynamic')) error stop 30
  got = v(1)[k]%a([3, 1, 2])
  if (any(got /= 'hello world')) error stop 31
  call change(v(1)[k]%a)
  call change(s[k]%a(2:3))
  sync all
  if (any(v(1)%a /= '*ello world')) error stop 32
  if (any(s%a /= ['...........', '*          ', '*          '])) error stop 33
  sync all
  where (v(2)[k]%in%c(1, :) /= 'aaaaaaaaaaaa3') v(2)[k]%in%c(1, :) = 'where'
  sync all
  if (any(v(2)%in%c(1, :) /= ['where        ', 'aaaaaaaaaaaa3', 'where        '])) error stop 34
  if (me == 1) print '(a)', 'PASS'

contains

  subroutine fill(x)
    type(t), intent(out) :: x
    integer :: j
    x%i = 5
    x%a = repeat('.', 11)
    x%b = repeat('.', 100)
    x%in%c = repeat('.', 13)
    do j = -1, 2
      x%in%o(j)%i = 7
    end do
  end subroutine

  subroutine change(x)
    character(*), intent(inout) :: x(:)
    integer :: j
    do j = 1, size(x)
      x(j)(1:1) = '*'
    end do
  end subroutine
end program
