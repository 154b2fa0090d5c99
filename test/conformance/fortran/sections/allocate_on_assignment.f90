! conformance: images=1,2,3,5
! feature: coindexed reference, array
! A coindexed right-hand side (re)allocates an ordinary allocatable left-hand side.
program allocate_on_assignment
  implicit none
  integer :: a(3:12)[*], m(4, 5)[*], i
  integer, allocatable :: v(:), w(:, :)
  character(:), allocatable :: s
  character(7) :: name[*]
  integer :: me, n, k
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  a = [(100 * me + i, i = 3, 12)]
  m = me
  write (name, '(a,i0)') 'img', me
  sync all
  v = a(:)[k]
  call check('size', size(v), 10)
  call check('lower bound', lbound(v, 1), 1)
  call check('value', v(10), 100 * k + 12)
  v = a(4:12:4)[k]
  call check('reallocated', size(v), 3)
  v = [v, a(3)[k], a(11:12)[k]]
  call check('extended', size(v), 6)
  call check('extended, value', v(6), 100 * k + 12)
  w = m(2:3, :)[k] * 2
  call check('rank 2', size(w, 1) * 10 + size(w, 2), 25)
  call check('rank 2, value', sum(w), 20 * k)
  s = trim(name[k])
  call check('deferred length', len(s), 4)
  s = name[k](4:)
  call check('deferred length from a substring', len(s), 4)
  if (s(1:1) /= achar(48 + k)) error stop 'FAIL: substring value'
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
end program allocate_on_assignment
