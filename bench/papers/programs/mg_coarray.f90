! The exchange of NAS MG with coarrays: planes are put into the halos of the images above and below.
module mg_exchange
  use mg_grid
  implicit none
  integer :: parts, part
  real(dp), allocatable :: u(:)[:], r(:)[:], planes(:,:)[:]
  real(dp) :: lists(40)[*]
  integer :: above, below                   ! images
  integer, allocatable :: both(:)

contains

  subroutine start_parts()
    parts = num_images()
    part = this_image() - 1
    above = 1 + mod(part + 1, parts)
    below = 1 + mod(part + parts - 1, parts)
    both = [above]
    if (below /= above) both = [above, below]
  end subroutine

  subroutine begin(length)
    integer, intent(in) :: length

    allocate (u(length)[*], r(length)[*], planes((parts + 2)**2, parts)[*])
  end subroutine

  subroutine exchange_u(k)
    integer, intent(in) :: k

    call exchange(u, k)
  end subroutine

  subroutine exchange_r(k)
    integer, intent(in) :: k

    call exchange(r, k)
  end subroutine

  subroutine exchange(x, k)
    real(dp), intent(inout) :: x(*)[*]
    integer, intent(in) :: k
    integer :: n, nz, plane, bottom, from

    n = 2**k
    nz = n / parts
    plane = (n + 2)**2
    bottom = first(k)                       ! of the halo below
    call wrap(x(bottom), n, nz, 1, nz)
    if (parts == 1) then
      x(bottom:bottom+plane-1) = x(bottom+nz*plane:bottom+(nz+1)*plane-1)
      x(bottom+(nz+1)*plane:bottom+(nz+2)*plane-1) = x(bottom+plane:bottom+2*plane-1)
      return
    end if
    sync images (both)
    from = bottom + nz * plane
    x(bottom:bottom+plane-1)[above] = x(from:from+plane-1)
    from = bottom + plane
    x(bottom+(nz+1)*plane:bottom+(nz+2)*plane-1)[below] = x(from:from+plane-1)
    sync images (both)
  end subroutine

  ! All planes of the residual of level log2(parts), of which each image has one.
  subroutine gather(k, whole)
    integer, intent(in) :: k
    real(dp), intent(out) :: whole(0:2**k+1, 0:2**k+1, 0:2**k+1)
    integer :: n, plane, image

    n = 2**k
    plane = (n + 2)**2
    if (parts == 1) then
      whole = reshape(r(first(k):first(k)+size(whole)-1), shape(whole))
      return
    end if
    do image = 1, parts
      planes(1:plane, part + 1)[image] = r(first(k)+plane:first(k)+2*plane-1)
    end do
    sync all
    whole(:,:,1:n) = reshape(planes(1:plane,1:n), [n + 2, n + 2, n])
    whole(:,:,0) = whole(:,:,n)
    whole(:,:,n+1) = whole(:,:,1)
    sync all
  end subroutine

  subroutine gather_lists(mine, all)
    real(dp), intent(in) :: mine(40)
    real(dp), intent(out) :: all(40, *)
    integer :: image

    lists = mine
    sync all
    do image = 1, parts
      all(:,image) = lists(:)[image]
    end do
    sync all
  end subroutine

  subroutine add_all(x)
    real(dp), intent(inout) :: x

    call co_sum(x)
  end subroutine

  subroutine meet()
    sync all
  end subroutine

  subroutine finish()
  end subroutine
end module
