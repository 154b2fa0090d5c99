! The Himeno benchmark with coarrays.
!
! Jacobi iteration for Poisson's equation in general curvilinear coordinates:
! a 19-point stencil over p, with coefficients a, b, c, at 34 floating-point
! operations a cell. The benchmark is Ryutaro Himeno's; this text is Coral's.
!
! The grid is distributed in y and z over an ndy x ndz arrangement of images; x
! stays whole, so that the inner loop is the serial one. After each sweep an
! image puts its four faces and four edges into the halos of up to eight
! neighbours. The eight puts are independent of each other: a runtime may have
! all of them under way at once.
!
!     himeno [S | M | L | XL] [iterations | time] [check | nocheck]
!
!     coral run -n 4 himeno.f90 -- M 100      one hundred iterations, size M
!     coral run -n 4 himeno.f90 -- L 10s      about ten seconds' worth of them
!
! Image 1 then repeats the computation alone and compares: p must be equal bit
! for bit. The residual is a sum over all cells, whose order depends on the
! number of images; it must agree to a relative 1e-10. Size XL would need twice
! its 15 GB for that, and is compared only when the command line says "check".

module himeno_kernel
  use, intrinsic :: iso_fortran_env, only: real32, real64
  implicit none

  real(real32), parameter :: omega = 0.8_real32    ! relaxation

  ! A block of the grid: nj x nk pencils of ni cells, inside arrays dimensioned
  ! for mj x mk pencils (the largest block of any image). Pencil (1,1) is
  ! pencil (j_before+1, k_before+1) of the whole grid's interior; pencils 0,
  ! nj+1 and nk+1 hold the neighbours' cells or the fixed boundary.
  type block_shape
    integer :: ni, nj, nk, mj, mk, j_before, k_before
  end type

contains

  subroutine initialise(g, nk_grid, p, a, b, c, bnd, wrk1, wrk2)
    type(block_shape), intent(in) :: g
    integer, intent(in) :: nk_grid                  ! planes of the grid, boundary included
    real(real32), intent(inout) :: p(0:g%ni, 0:g%mj+1, 0:g%mk+1)
    real(real32), intent(out), dimension(0:g%ni, g%mj, g%mk) :: bnd, wrk1, wrk2
    real(real32), intent(out) :: a(0:g%ni, g%mj, g%mk, 4)
    real(real32), intent(out), dimension(0:g%ni, g%mj, g%mk, 3) :: b, c
    integer :: k

    do k = 0, g%mk + 1
      p(:,:,k) = real(g%k_before + k, real32)**2 / real(nk_grid - 1, real32)**2
    end do
    a(:,:,:,1:3) = 1
    a(:,:,:,4) = 1.0_real32 / 6
    b = 0
    c = 1
    bnd = 1
    wrk1 = 0
    wrk2 = 0
  end subroutine

  ! One sweep: the new values of the block go to wrk2, the sum of the squared
  ! changes to gosa. Index 0 of x is never used: it keeps arrays whose extents
  ! are powers of two from falling onto the same cache sets.
  subroutine sweep(g, p, a, b, c, bnd, wrk1, wrk2, gosa)
    type(block_shape), intent(in) :: g
    real(real32), intent(in) :: p(0:g%ni, 0:g%mj+1, 0:g%mk+1)
    real(real32), intent(in) :: a(0:g%ni, g%mj, g%mk, 4)
    real(real32), intent(in), dimension(0:g%ni, g%mj, g%mk, 3) :: b, c
    real(real32), intent(in), dimension(0:g%ni, g%mj, g%mk) :: bnd, wrk1
    real(real32), intent(inout) :: wrk2(0:g%ni, g%mj, g%mk)
    real(real64), intent(out) :: gosa
    real(real32) :: s0, change(2:g%ni-1)
    integer :: i, j, k

    gosa = 0
    do k = 1, g%nk
      do j = 1, g%nj
        ! At -O2 gfortran does not vectorise a loop of unknown length unless told to.
        !GCC$ vector
        do i = 2, g%ni - 1
          s0 = a(i,j,k,1) * p(i+1,j,  k  ) &
             + a(i,j,k,2) * p(i,  j+1,k  ) &
             + a(i,j,k,3) * p(i,  j,  k+1) &
             + b(i,j,k,1) * (p(i+1,j+1,k  ) - p(i+1,j-1,k  ) - p(i-1,j+1,k  ) + p(i-1,j-1,k  )) &
             + b(i,j,k,2) * (p(i,  j+1,k+1) - p(i,  j-1,k+1) - p(i,  j+1,k-1) + p(i,  j-1,k-1)) &
             + b(i,j,k,3) * (p(i+1,j,  k+1) - p(i-1,j,  k+1) - p(i+1,j,  k-1) + p(i-1,j,  k-1)) &
             + c(i,j,k,1) * p(i-1,j,  k  ) &
             + c(i,j,k,2) * p(i,  j-1,k  ) &
             + c(i,j,k,3) * p(i,  j,  k-1) &
             + wrk1(i,j,k)
          change(i) = (s0 * a(i,j,k,4) - p(i,j,k)) * bnd(i,j,k)
          wrk2(i,j,k) = p(i,j,k) + omega * change(i)
        end do
        gosa = gosa + sum(change**2)
      end do
    end do
  end subroutine

end module himeno_kernel


program himeno
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64, error_unit
  use himeno_kernel
  implicit none

  real(real32), allocatable :: p(:,:,:)[:,:]
  real(real32), allocatable, dimension(:,:,:,:) :: a, b, c
  real(real32), allocatable, dimension(:,:,:)   :: bnd, wrk1, wrk2

  character(len=2) :: size_name
  integer :: ni, nj, nk                    ! cells of the grid, boundary included
  integer :: ndy, ndz                      ! images in y and in z
  integer :: iy, iz                        ! this image's place among them
  integer :: iterations                    ! 0: as many as fit into `seconds`
  real :: seconds
  logical :: check
  type(block_shape) :: mine
  integer, allocatable :: neighbours(:)    ! image indices
  real(real64) :: gosa, elapsed, serial_gosa, serial_elapsed

  call read_arguments
  call arrange_images(nj - 2, nk - 2, ndy, ndz)
  iy = 1 + mod(this_image() - 1, ndy)
  iz = 1 + (this_image() - 1) / ndy
  mine = block_shape(ni, cells(nj - 2, ndy, iy), cells(nk - 2, ndz, iz), &
                         cells(nj - 2, ndy, 1),  cells(nk - 2, ndz, 1),  &
                         cells_before(nj - 2, ndy, iy), cells_before(nk - 2, ndz, iz))

  allocate (p(0:ni, 0:mine%mj+1, 0:mine%mk+1)[ndy,*])
  allocate (a(0:ni, mine%mj, mine%mk, 4))
  allocate (b(0:ni, mine%mj, mine%mk, 3), c(0:ni, mine%mj, mine%mk, 3))
  allocate (bnd(0:ni, mine%mj, mine%mk), wrk1(0:ni, mine%mj, mine%mk), wrk2(0:ni, mine%mj, mine%mk))
  neighbours = neighbouring_images()
  call print_heading

  call rehearse
  call initialise(mine, nk, p, a, b, c, bnd, wrk1, wrk2)
  call solve(iterations, gosa, elapsed)
  call print_result

  if (check) then
    if (this_image() == 1) call compare_with_serial
    sync all
  else if (this_image() == 1) then
    print '(a)', 'serial check: not asked for'
  end if

contains

  ! `iterations` Jacobi iterations over all images. On return gosa is the last
  ! one's residual, the same on every image.
  subroutine solve(iterations, gosa, elapsed)
    integer, intent(in) :: iterations
    real(real64), intent(out) :: gosa, elapsed
    integer(int64) :: start
    integer :: n

    sync all
    start = ticks()
    do n = 1, iterations
      call sweep(mine, p, a, b, c, bnd, wrk1, wrk2, gosa)
      sync images (neighbours)                           ! they have read their halos
      p(2:ni-1, 1:mine%nj, 1:mine%nk) = wrk2(2:ni-1, 1:mine%nj, 1:mine%nk)
      call put_halo
      sync images (neighbours)                           ! this image's halo has arrived
      call co_sum(gosa)
    end do
    sync all
    elapsed = seconds_since(start)
  end subroutine

  ! Put the cells at the rim of this block into the halos around it: four faces
  ! and, because the stencil reads diagonal neighbours, four edges.
  subroutine put_halo
    integer :: my, mz           ! pencils of this block
    integer :: by, bz           ! pencils of the blocks below in y, and below in z
    logical :: lower_y, upper_y, lower_z, upper_z

    my = mine%nj
    mz = mine%nk
    lower_y = image_at(iy-1, iz) /= 0
    upper_y = image_at(iy+1, iz) /= 0
    lower_z = image_at(iy, iz-1) /= 0
    upper_z = image_at(iy, iz+1) /= 0
    by = cells(nj - 2, ndy, iy - 1)
    bz = cells(nk - 2, ndz, iz - 1)

    if (upper_z) p(1:ni, 1:my, 0   )[iy, iz+1] = p(1:ni, 1:my, mz)
    if (lower_z) p(1:ni, 1:my, bz+1)[iy, iz-1] = p(1:ni, 1:my, 1 )
    if (upper_y) p(1:ni, 0,    1:mz)[iy+1, iz] = p(1:ni, my, 1:mz)
    if (lower_y) p(1:ni, by+1, 1:mz)[iy-1, iz] = p(1:ni, 1,  1:mz)

    if (upper_y .and. upper_z) p(1:ni, 0,    0   )[iy+1, iz+1] = p(1:ni, my, mz)
    if (upper_y .and. lower_z) p(1:ni, 0,    bz+1)[iy+1, iz-1] = p(1:ni, my, 1 )
    if (lower_y .and. upper_z) p(1:ni, by+1, 0   )[iy-1, iz+1] = p(1:ni, 1,  mz)
    if (lower_y .and. lower_z) p(1:ni, by+1, bz+1)[iy-1, iz-1] = p(1:ni, 1,  1 )
  end subroutine

  ! The image at place (y,z) of the arrangement; 0 outside it, and where more
  ! images than pencils leave this block or that one empty.
  integer function image_at(y, z)
    integer, intent(in) :: y, z

    image_at = 0
    if (mine%nj == 0 .or. mine%nk == 0) return
    if (cells(nj - 2, ndy, y) == 0 .or. cells(nk - 2, ndz, z) == 0) return
    image_at = image_index(p, [y, z])
  end function

  function neighbouring_images() result(list)
    integer, allocatable :: list(:)
    integer :: dy, dz

    allocate (list(0))
    do dz = -1, 1
      do dy = -1, 1
        if (dy == 0 .and. dz == 0) cycle
        if (image_at(iy + dy, iz + dz) /= 0) list = [list, image_at(iy + dy, iz + dz)]
      end do
    end do
  end function

  ! How many of `total` pencils the `place`-th of `parts` images holds, and how
  ! many lie before them. The first ones hold one more where it does not divide.
  pure integer function cells(total, parts, place)
    integer, intent(in) :: total, parts, place

    cells = 0
    if (place >= 1 .and. place <= parts) cells = total / parts
    if (place >= 1 .and. place <= mod(total, parts)) cells = cells + 1
  end function

  pure integer function cells_before(total, parts, place)
    integer, intent(in) :: total, parts, place

    cells_before = (place - 1) * (total / parts) + min(place - 1, mod(total, parts))
  end function

  ! The arrangement whose largest block is smallest; of several the one whose
  ! blocks have the smallest rim, and then the one with longer contiguous faces.
  subroutine arrange_images(pencils_y, pencils_z, best_y, best_z)
    integer, intent(in) :: pencils_y, pencils_z
    integer, intent(out) :: best_y, best_z
    integer :: y, z, my, mz, block, rim, best_block, best_rim

    best_block = huge(1)
    best_rim = huge(1)
    do y = 1, num_images()
      if (mod(num_images(), y) /= 0) cycle
      z = num_images() / y
      my = cells(pencils_y, y, 1)
      mz = cells(pencils_z, z, 1)
      block = my * mz
      rim = merge(my, 0, z > 1) + merge(mz, 0, y > 1)
      if (block > best_block .or. (block == best_block .and. rim >= best_rim)) cycle
      best_y = y
      best_z = z
      best_block = block
      best_rim = rim
    end do
  end subroutine

  ! A short run before the measured one touches all memory, and tells how many
  ! iterations fit into the time asked for. Every image arrives at the same number.
  subroutine rehearse
    integer, parameter :: trial = 3
    real(real64) :: unused, took

    call initialise(mine, nk, p, a, b, c, bnd, wrk1, wrk2)
    call solve(trial, unused, took)
    call co_max(took)
    if (iterations == 0) iterations = max(1, int(seconds * trial / took))
  end subroutine

  ! Image 1 alone, the whole grid as one block, with the same kernel.
  subroutine compare_with_serial
    real(real32), allocatable, dimension(:,:,:)   :: q, s_bnd, s_wrk1, s_wrk2
    real(real32), allocatable, dimension(:,:,:,:) :: s_a, s_b, s_c
    type(block_shape) :: whole
    integer(int64) :: start
    integer :: n, status, differing

    whole = block_shape(ni, nj - 2, nk - 2, nj - 2, nk - 2, 0, 0)
    allocate (q(0:ni, 0:nj-1, 0:nk-1), s_bnd(0:ni, nj-2, nk-2), s_wrk1(0:ni, nj-2, nk-2),      &
              s_wrk2(0:ni, nj-2, nk-2), s_a(0:ni, nj-2, nk-2, 4), s_b(0:ni, nj-2, nk-2, 3),    &
              s_c(0:ni, nj-2, nk-2, 3), stat=status)
    if (status /= 0) error stop 'himeno: no memory for the serial check; run again with nocheck'

    call initialise(whole, nk, q, s_a, s_b, s_c, s_bnd, s_wrk1, s_wrk2)
    start = ticks()
    do n = 1, iterations
      call sweep(whole, q, s_a, s_b, s_c, s_bnd, s_wrk1, s_wrk2, serial_gosa)
      q(2:ni-1, 1:nj-2, 1:nk-2) = s_wrk2(2:ni-1, :, :)
    end do
    serial_elapsed = seconds_since(start)

    differing = cells_unequal_to(q)
    call print_check(differing)
    if (.not. agrees(differing)) error stop 1
  end subroutine

  ! How many cells of the distributed p differ from q in any bit.
  integer function cells_unequal_to(q)
    real(real32), intent(in) :: q(0:ni, 0:nj-1, 0:nk-1)
    integer :: y, z, j1, k1, my, mz

    cells_unequal_to = 0
    do z = 1, ndz
      do y = 1, ndy
        my = cells(nj - 2, ndy, y)
        mz = cells(nk - 2, ndz, z)
        j1 = cells_before(nj - 2, ndy, y)
        k1 = cells_before(nk - 2, ndz, z)
        cells_unequal_to = cells_unequal_to + &
            count(p(1:ni, 1:my, 1:mz)[y, z] /= q(1:ni, j1+1:j1+my, k1+1:k1+mz))
      end do
    end do
  end function

  logical function agrees(differing)
    integer, intent(in) :: differing

    agrees = differing == 0 .and. abs(gosa - serial_gosa) <= 1e-10_real64 * abs(serial_gosa)
  end function

  subroutine read_arguments
    character(len=32) :: word
    logical :: check_named
    integer :: n, status

    size_name = 'S'
    iterations = -1
    seconds = 0
    check_named = .false.
    do n = 1, command_argument_count()
      call get_command_argument(n, word)
      select case (word)
      case ('S', 's', 'M', 'm', 'L', 'l', 'XL', 'xl')
        size_name = word(1:2)
      case ('check', 'nocheck')
        check = word == 'check'
        check_named = .true.
      case default
        status = 0
        if (verify(trim(word), '0123456789') == 0) then
          read (word, *, iostat=status) iterations
          if (iterations < 1) status = 1
        else if (word(len_trim(word):) == 's' .and. verify(trim(word), '0123456789.s') == 0) then
          read (word(:len_trim(word)-1), *, iostat=status) seconds
          if (seconds <= 0) status = 1
          iterations = 0
        else
          status = 1
        end if
        if (status /= 0) call refuse(trim(word))
      end select
    end do
    call set_size
    if (.not. check_named) check = size_name /= 'XL' .and. size_name /= 'xl'
  end subroutine

  ! The grids of the original benchmark. The iterations take a few seconds on
  ! one core, so that the serial check does not make anybody wait.
  subroutine set_size
    integer :: usual

    select case (size_name)
    case ('M', 'm')
      ni = 256;  nj = 128; nk = 128; usual = 60
    case ('L', 'l')
      ni = 512;  nj = 256; nk = 256; usual = 10
    case ('XL', 'xl')
      ni = 1024; nj = 512; nk = 512; usual = 4
    case default
      ni = 128;  nj = 64;  nk = 64;  usual = 500
    end select
    if (iterations < 0) iterations = usual
  end subroutine

  subroutine refuse(word)
    character(len=*), intent(in) :: word

    if (this_image() == 1) then
      write (error_unit, '(3a)') 'himeno: what is "', word, '"?'
      write (error_unit, '(a)') &
           'usage: himeno [S | M | L | XL] [iterations | time, as in 10s] [check | nocheck]'
      error stop 2
    end if
    sync all
  end subroutine

  subroutine print_heading
    if (this_image() /= 1) return
    print '(3a,3(i0,a))', 'Himeno benchmark, size ', trim(size_name), ': ', ni, ' x ', nj, ' x ', &
         nk, ' cells'
    print '(3(a,i0))', 'images: ', num_images(), ' as ', ndy, ' x ', ndz
  end subroutine

  subroutine print_result
    if (this_image() /= 1) return
    print '(a,i0,a,f0.3,a)', 'iterations: ', iterations, ' in ', elapsed, ' s'
    print '(a,f0.1)',      'MFLOPS: ', mflops(elapsed)
    print '(a,es22.15)',   'residual (gosa): ', gosa
  end subroutine

  subroutine print_check(differing)
    integer, intent(in) :: differing

    print '(a,es22.15,a,f0.1,a,f0.2)', 'serial residual: ', serial_gosa, ', serial MFLOPS: ', &
        mflops(serial_elapsed), ', speed-up: ', serial_elapsed / elapsed
    if (agrees(differing)) then
      print '(a)', 'serial check: equal'
    else
      print '(a,i0,a,es9.2)', 'serial check: DIFFERENT, ', differing, &
          ' cells of p differ; relative difference of the residuals ', abs(gosa / serial_gosa - 1)
    end if
  end subroutine

  real(real64) function mflops(time)
    real(real64), intent(in) :: time

    mflops = 34e-6_real64 * (ni - 2) * (nj - 2) * (nk - 2) * iterations / time
  end function

  integer(int64) function ticks()
    call system_clock(ticks)
  end function

  real(real64) function seconds_since(start)
    integer(int64), intent(in) :: start
    integer(int64) :: now, rate

    call system_clock(now, rate)
    seconds_since = real(now - start, real64) / real(rate, real64)
  end function

end program himeno
