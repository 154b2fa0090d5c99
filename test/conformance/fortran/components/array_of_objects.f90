! conformance: images=1,2,3,5
! feature: allocatable components of coindexed objects
program array_of_objects
  implicit none
  type cell
    integer, allocatable :: ids(:)
  end type cell
  type grid
    type(cell), allocatable :: c(:, :)
    character(:), allocatable :: name
  end type grid
  type(cell), allocatable :: list(:)[:]
  type(grid) :: g[*]
  integer :: me, n, k, i, j
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  allocate (list(4)[*])
  do i = 1, 4
    list(i)%ids = [(10 * me + j, j = 1, i)]
  end do
  allocate (g%c(2, me))
  do j = 1, me
    do i = 1, 2
      g%c(i, j)%ids = [i, j, me]
    end do
  end do
  g%name = repeat('x', me) // '!'
  sync all
  call check('element of a component of an element', list(3)[k]%ids(2), 10 * k + 2)
  call check('section', sum(list(4)[k]%ids(2:)), 30 * k + 9)
  call check('two levels', g[k]%c(2, k)%ids(3), k)
  call check('two levels, section', sum(g[k]%c(1, 1)%ids(1:2)), 2)
  call check('size', size(g[k]%c, 2), k)
  call check('character', len(g[k]%name), k + 1)
  if (g[k]%name(k + 1:) /= '!') error stop 'FAIL: substring of a component'
  sync all
  list(2)[k]%ids(:) = [-me, me]
  g[k]%c(1, 1)%ids(2) = 55
  sync all
  call check('put', list(2)%ids(1), -(modulo(me - 2, n) + 1))
  call check('put, two levels', g%c(1, 1)%ids(2), 55)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program array_of_objects
