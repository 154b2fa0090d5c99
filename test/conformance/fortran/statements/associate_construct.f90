! conformance: images=1,2,3,5
! feature: coindexed in associate and block
program associate_construct
  implicit none
  integer :: a(6)[*], x[*], me, n, k, i, left
  type box
    integer :: lo(2), hi(2)
  end type box
  type(box) :: b[*]
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  a = [(10 * me + i, i = 1, 6)]; x = me; b = box([me, 1], [me + 5, 7])
  sync all
  associate (total => sum(a(:)[k]), right => x[k] + 0, edges => b%hi - b%lo)
    call check('expression as selector', total, 60 * k + 21)
    call check('scalar expression', right, k)
    call check('local component expression', sum(edges), 11)
    call check('used as a cosubscript', a(2)[right], 10 * k + 2)
  end associate
  associate (v => (a(2:6:2)[k]))
    call check('parenthesised section', v(3), 10 * k + 6)
  end associate
  sync all
  associate (mine => a(3:4), r => k)
    mine = -me
    a(1)[r] = 5 * me
  end associate
  sync all
  block
    integer :: k, w(2)                             ! a k of its own
    k = left
    w = a(3:4)[k]
    call check('written through associate', w(2), -left)
    call check('put inside associate', a(1), 5 * left)
  end block
  call check('k again', k, mod(me, n) + 1)
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
end program associate_construct
