! conformance: images=1,2,3
! feature: characters of deferred length on other images
! build-args: -check
! Elements, sections and substrings pad what they get, or cut it: only an allocatable object as a
! whole could take another length (F2018 9.5.3.1, 10.2.1.2, 10.2.1.3).
program lengths_of_elements
  implicit none
  type :: box
    character(:), allocatable :: names(:), name
  end type
  character(:), allocatable :: c(:)[:], one[:]
  type(box) :: b[*]
  integer :: next, me
  me = this_image()
  next = mod(me, num_images()) + 1
  allocate (character(4) :: c(5)[*], one[*])
  allocate (character(3) :: b%names(2), b%name)
  c(:) = '....'
  one = '----'
  b%names(:) = '...'
  b%name = '---'
  sync all
  c(4)[next] = 'abc'
  c(1:2)[next] = ['uvwxyz', 'rstuvw']
  c(3)[next](2:3) = 'q'
  one[next](2:4) = 'longer'
  one[next](1:1) = one[next](2:3)
  b[next]%names(2) = 'abcdef'
  b[next]%names(1:1) = 'x'
  b[next]%name(1:2) = 'y'
  sync all
  if (any(c /= ['uvwx', 'rstu', '.q .', 'abc ', '....'])) error stop 'array'
  if (one /= 'llon') error stop 'scalar'
  if (any(b%names /= ['x  ', 'abc']) .or. b%name /= 'y -') error stop 'components'
  sync all
  c(:)[next] = 'cd'
  one[next] = 'same'
  sync all
  if (any(c /= 'cd  ') .or. len(c) /= 4 .or. one /= 'same') error stop 'wholes'
  if (me == 1) print '(a)', 'PASS'
end program
