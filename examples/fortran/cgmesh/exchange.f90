! What an image must know of the others: which entries of their vectors its
! rows touch (the ghosts), and the gather that fetches them.
module exchange
  use kinds, only: wp
  use mesh, only: csr_t
  implicit none
  private
  public :: plan_t, make_plan, gather_ghosts

  type :: neighbour_t
     integer :: image = 0
     integer :: first = 0, last = 0          ! the ghosts in the local vector
     integer, allocatable :: remote(:)       ! their places in the neighbour's vector
  end type neighbour_t

  type :: plan_t
     integer :: nowned = 0, nghost = 0
     type(neighbour_t), allocatable :: neighbours(:)
     integer, allocatable :: images(:)       ! of the neighbours, for sync images
  end type plan_t

  ! The directory says where a vertex lives. It is spread over the images in
  ! equal pieces of consecutive vertices.
  type :: entry_t
     integer :: image = 0
     integer :: place = 0
  end type entry_t

contains

  ! owned: the vertices of this image. On return the columns of a are places
  ! in the local vector: owned vertices first, then the ghosts by image.
  subroutine make_plan(nvertices, owned, a, plan)
    integer, intent(in) :: nvertices
    integer, intent(in) :: owned(:)
    type(csr_t), intent(inout) :: a
    type(plan_t), intent(out) :: plan
    type(entry_t), allocatable :: directory(:)[:]
    type(entry_t), allocatable :: ghost(:)
    integer, allocatable :: ghost_vertex(:), place(:)
    integer :: piece, i, v

    piece = (nvertices + num_images() - 1)/num_images()
    allocate (directory(piece)[*])
    do i = 1, size(owned)
       v = owned(i)
       directory(1 + mod(v - 1, piece))[1 + (v - 1)/piece] = entry_t(this_image(), i)
    end do
    sync all

    plan%nowned = size(owned)
    call list_ghosts(nvertices, owned, a, ghost_vertex)
    plan%nghost = size(ghost_vertex)
    allocate (ghost(plan%nghost))
    do i = 1, plan%nghost
       v = ghost_vertex(i)
       ghost(i) = directory(1 + mod(v - 1, piece))[1 + (v - 1)/piece]
    end do

    allocate (place(nvertices), source=0)
    place(owned) = [(i, i = 1, size(owned))]
    call group_by_image(ghost, ghost_vertex, plan, place)
    a%col = place(a%col)

    ! Others may still be reading the piece of this image: the deallocation
    ! synchronizes.
    deallocate (directory)
  end subroutine make_plan

  ! The vertices that the rows name and this image does not own, each once.
  subroutine list_ghosts(nvertices, owned, a, ghost_vertex)
    integer, intent(in) :: nvertices
    integer, intent(in) :: owned(:)
    type(csr_t), intent(in) :: a
    integer, allocatable, intent(out) :: ghost_vertex(:)
    logical, allocatable :: seen(:)
    integer :: i, k, pass

    allocate (seen(nvertices))
    do pass = 1, 2
       seen = .false.
       seen(owned) = .true.
       k = 0
       do i = 1, size(a%col)
          if (seen(a%col(i))) cycle
          seen(a%col(i)) = .true.
          k = k + 1
          if (pass == 2) ghost_vertex(k) = a%col(i)
       end do
       if (pass == 1) allocate (ghost_vertex(k))
    end do
  end subroutine list_ghosts

  subroutine group_by_image(ghost, ghost_vertex, plan, place)
    type(entry_t), intent(in) :: ghost(:)
    integer, intent(in) :: ghost_vertex(:)
    type(plan_t), intent(inout) :: plan
    integer, intent(inout) :: place(:)
    integer :: i, img, slot, k
    integer :: count_of(num_images())

    count_of = 0
    do i = 1, size(ghost)
       count_of(ghost(i)%image) = count_of(ghost(i)%image) + 1
    end do
    plan%images = pack([(i, i = 1, num_images())], count_of > 0)
    allocate (plan%neighbours(size(plan%images)))
    slot = plan%nowned
    do k = 1, size(plan%images)
       img = plan%images(k)
       associate (nbr => plan%neighbours(k))
         nbr%image = img
         nbr%first = slot + 1
         nbr%last = slot + count_of(img)
         nbr%remote = pack(ghost%place, ghost%image == img)
         place(pack(ghost_vertex, ghost%image == img)) = [(i, i = nbr%first, nbr%last)]
         slot = nbr%last
       end associate
    end do
  end subroutine group_by_image

  ! Fetch the ghosts of x: an indirect gather from each neighbour. The owned
  ! entries must have been written on all neighbours (sync images) before.
  subroutine gather_ghosts(plan, x)
    type(plan_t), intent(in) :: plan
    real(wp), intent(inout) :: x(:)[*]
    integer :: k

    do k = 1, size(plan%neighbours)
       associate (nbr => plan%neighbours(k))
         x(nbr%first:nbr%last) = x(nbr%remote)[nbr%image]
       end associate
    end do
  end subroutine gather_ghosts

end module exchange
