! conformance: images=1,2,3,5
! feature: components outside the shared memory
! Pointer components whose targets are on the stack, or from a library: the kernel copies them.
module m
  use iso_c_binding
  implicit none
  type inner
    integer, pointer :: deep(:) => null()
    integer :: n = 0
  end type
  type t
    real(8), pointer :: p(:,:) => null()
    integer, pointer :: s => null()
    type(inner), pointer :: in => null()
    character(:), pointer :: name => null()
    character(7), pointer :: words(:) => null()
    complex, pointer :: z => null()
  end type
  type(t) :: x[*]
  interface
    function posix_memalign(p, alignment, size) bind(c) result(err)
      import
      type(c_ptr), intent(out) :: p
      integer(c_size_t), value :: alignment, size
      integer(c_int) :: err
    end function
  end interface
contains
  recursive subroutine outside(depth)
    integer, intent(in) :: depth
    real(8), target :: a(10, 8)
    integer, target :: s, d(5)
    type(inner), target :: i
    character(11), target :: c
    character(7), target :: w(3)
    complex, target :: z
    real(8), pointer :: lib(:)
    type(c_ptr) :: raw
    real(8) :: sum0
    type(inner) :: got
    integer :: me, n, right, left, k, j
    if (depth > 0) then
      call outside(depth - 1)
      return
    end if
    me = this_image(); n = num_images(); right = me + 1; left = me - 1
    if (right > n) right = 1
    if (left < 1) left = n
    a = me; s = 100*me; d = [(me*10 + k, k=1,5)]; i%deep => d; i%n = me; c = 'image'; write (c(7:), '(i0)') me
    w = ['one    ', 'two    ', 'three  ']; z = cmplx(me, -me)
    x%p => a(10:1:-3, 2::2); x%s => s; x%in => i; x%name => c; x%words => w(3:1:-2); x%z => z
    sync all
    if (any(shape(x[right]%p) /= [4,4])) error stop 'shape'
    if (any(x[right]%p /= right)) error stop 'read array'
    if (x[right]%p(2,3) /= right) error stop 'read element'
    if (x[right]%s /= 100*right) error stop 'read scalar'
    if (any(x[right]%in%deep /= [(right*10 + k, k=1,5)])) error stop 'read nested'
    if (x[right]%in%n /= right) error stop 'read nested scalar'
    if (x[right]%name(1:5) /= 'image') error stop 'read text'
    if (any(x[right]%words /= ['three  ', 'one    '])) error stop 'read words'
    if (x[right]%z%im /= -right) error stop 'part'
    sum0 = 0
    do j = 1, 4
      do k = 1, 4
        sum0 = sum0 + x[right]%p(k, j) + x[right]%s - 100*right
      end do
    end do
    if (sum0 /= 16*right) error stop 'loop'
    got = x[right]%in
    if (got%n /= right) error stop 'whole'
    sync all
    x[right]%p(2, 3) = -me
    x[right]%p(:, 1) = [1, 2, 3, 4]*me
    x[right]%p(3, :)  = x[right]%p(3, :) + 0.5d0
    x[right]%s = x[right]%s + 1
    x[right]%in%deep(2:4) = -me
    x[right]%in%n = 77
    x[right]%name(7:) = 'here'
    x[right]%words(2) = 'changed'
    x[right]%z%re = 5
    do j = 1, 3
      x[right]%p(4, 4) = x[right]%p(4, 4) + j
    end do
    if (x[right]%words(2) /= 'changed') error stop 'own change'
    sync all
    if (a(7, 6) /= -left) error stop 'put element'
    if (any(a(10:1:-3, 2) /= [1, 2, 3, 4]*left + [0d0, 0d0, 0.5d0, 0d0])) error stop 'put column'
    if (a(4, 4) /= me + 0.5d0 .or. a(1, 8) /= me + 6 .or. a(9, 2) /= me) error stop 'neighbours'
    if (s /= 100*me + 1) error stop 'put scalar'
    if (any(d /= [me*10 + 1, -left, -left, -left, me*10 + 5])) error stop 'put nested'
    if (i%n /= 77) error stop 'put nested scalar'
    if (c /= 'image here') error stop 'put text'
    if (w(1) /= 'changed') error stop 'put word'
    if (z /= cmplx(5, -me)) error stop 'put part'
    ! From a library.
    if (posix_memalign(raw, 64_c_size_t, 8*300000_c_size_t) /= 0) error stop 'memory'
    call c_f_pointer(raw, lib, [300000])
    lib = [(me + k, k=1,300000)]
    x%p(1:600, 1:500) => lib
    sync all
    if (any(x[left]%p /= reshape([(left + k, k=1,300000)], [600,500]))) error stop 'library'
    sync all
    x[left]%p(::2, 3) = 0
    sync all
    if (any(lib(1201:1800:2) /= 0) .or. any(lib(1202:1800:2) /= [(me + k, k=1202,1800,2)])) error stop 'put library'
    sync all
    nullify (x%p)
    sync all
    sync all
  end subroutine
end module
program outside_memory
  use m
  call outside(this_image())
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
