! conformance: images=1,2,3,5
! feature: sources of puts are defined again after the statement that notifies
program lent_sources
  use, intrinsic :: iso_fortran_env, only: event_type, real64
  implicit none
  integer, parameter :: sizes(5) = [1, 700, 3000, 9000, 70000], longest = 70000
  real(real64), allocatable :: to(:)[:], parts(:,:)[:], block(:,:)[:]
  type(event_type) :: sent[*]
  integer :: k, me, n, right, left

  me = this_image()
  right = modulo(me, num_images()) + 1
  left = modulo(me - 2, num_images()) + 1
  allocate (to(longest)[*], parts(longest, 8)[*], block(300, 300)[*])
  do k = 1, size(sizes)
    n = sizes(k)
    call one(n)
    call eight(n)
    call overlapping(n)
    call columns(min(n, 300))
    call to_all(n)
    call exchanged(n)
  end do
  if (me == 1) print '(a)', 'PASS'

contains

  pure real(real64) function value(image, what, i)
    integer, intent(in) :: image, what, i

    value = 1000.0_real64 * what + image + i / 1.0e6_real64
  end function

  ! A local array whose address nobody else knows: the compiler is free to define it early.
  subroutine one(n)
    integer, intent(in) :: n
    real(real64) :: from(n)
    integer :: i

    do i = 1, n
      from(i) = value(me, 1, i)
    end do
    to(1:n)[right] = from
    event post (sent[right])
    from = -1
    event wait (sent)
    if (any(to(1:n) /= [(value(left, 1, i), i=1, n)])) error stop 'one'
    if (any(from >= 0)) error stop 'one: source'
    sync all
  end subroutine

  subroutine eight(n)
    integer, intent(in) :: n
    real(real64), allocatable :: from(:,:)
    integer :: i, v

    allocate (from(n, 8))
    do v = 1, 8
      from(:, v) = [(value(me, v, i), i=1, n)]
    end do
    do v = 1, 8
      parts(1:n, v)[right] = from(:, v)
    end do
    from = 0
    sync all
    do v = 1, 8
      if (any(parts(1:n, v) /= [(value(left, v, i), i=1, n)])) error stop 'eight'
    end do
    sync all
  end subroutine

  ! Of two puts to one place the second stays.
  subroutine overlapping(n)
    integer, intent(in) :: n
    real(real64) :: a(n), b(n)
    integer :: half

    a = value(me, 2, 0)
    b = value(me, 3, 0)
    half = (n + 1) / 2
    to(1:n)[right] = a
    to(1:half)[right] = b(n - half + 1:n)
    event post (sent[right])
    a = 0
    b = 0
    event wait (sent)
    if (any(to(1:half) /= value(left, 3, 0)) .or. any(to(half + 1:n) /= value(left, 2, 0))) error stop 'overlapping'
    sync all
  end subroutine

  subroutine columns(n)
    integer, intent(in) :: n
    real(real64) :: from(n, n)
    integer :: i, j

    do j = 1, n
      from(:, j) = [(value(me, j, i), i=1, n)]
    end do
    do j = 1, n
      block(j, 1:n)[right] = from(:, j)
    end do
    sync images (*)
    from = 0
    do j = 1, n
      if (any(block(j, 1:n) /= [(value(left, j, i), i=1, n)])) error stop 'columns'
    end do
    sync all
  end subroutine

  ! Also to this image, which changes what the other puts send only if that is another array.
  subroutine to_all(n)
    integer, intent(in) :: n
    real(real64) :: from(n)
    integer :: image

    from = value(me, 4, 0)
    do image = 1, num_images()
      if (n * num_images() <= longest) to((me - 1)*n + 1:me*n)[image] = from
    end do
    sync all
    from = 5
    if (n * num_images() > longest) return
    do image = 1, num_images()
      if (any(to((image - 1)*n + 1:image*n) /= value(image, 4, 0))) error stop 'to_all'
    end do
    sync all
  end subroutine

  ! The source of one is what another defines on this image.
  subroutine exchanged(n)
    integer, intent(in) :: n
    real(real64) :: from(n)
    integer :: i

    parts(1:n, 1) = value(me, 6, 0)
    from = value(me, 7, 0)
    sync all
    to(1:n)[right] = parts(1:n, 1)
    parts(1:n, 1)[me] = from
    sync all
    if (any(to(1:n) /= value(left, 6, 0)) .or. any(parts(1:n, 1) /= value(me, 7, 0))) error stop 'exchanged'
    do i = 1, n
      from(i) = i
    end do
    sync all
  end subroutine
end program
