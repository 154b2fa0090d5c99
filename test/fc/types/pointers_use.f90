program pointers_use
  use pointers_store
  implicit none
  type(store), save :: x[*]
  integer :: k, wrong

  call fill(x, this_image())
  sync all
  k = merge(1, this_image() + 1, this_image() == num_images())
  wrong = count([any(x[k]%corners /= [1, 2]*real(k, wide)), x[k]%a(3) /= 10*k + 3, &
    any(x[k]%q(:,2) /= 7*k), x[k]%words(2)(2:3) /= 'gh', x[k]%text /= repeat('t', k), &
    len(x[k]%text) /= k, x[k]%label /= 'label' // achar(iachar('0') + k), &
    any(x[k]%parts(1)%v /= [k, k + 1]), x[k]%one%v(1) /= 3*k, size(x[k]%secret) /= 2, &
    told(x, k) /= 6*k, x[k]%z /= cmplx(k, -k, wide), x[k]%done(2) .neqv. k == 2, x[k]%d /= 0.5d0*k])
  if (wrong /= 0) error stop wrong
  call inner()
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine inner()
    x[k]%a(1) = -k
    sync all
    if (x%a(1) /= -this_image()) error stop 'a'
  end subroutine
end program
