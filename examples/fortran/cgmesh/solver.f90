! The conjugate-gradient method with Jacobi's preconditioner over the images.
module solver
  use kinds, only: wp
  use mesh, only: csr_t
  use exchange, only: plan_t, gather_ghosts
  implicit none
  private
  public :: cg_t

  type :: cg_t
     real(wp), allocatable :: x(:)[:]        ! the solution
     real(wp), allocatable :: p(:)[:]        ! the search direction; both with ghosts
     real(wp), allocatable :: r(:), z(:), q(:)
     integer :: iterations = 0
     real(wp) :: residual = huge(1.0_wp)
   contains
     procedure :: create
     procedure :: multiply
     procedure :: solve
     procedure :: collect
     procedure :: destroy
  end type cg_t

contains

  subroutine create(this, plan)
    class(cg_t), intent(inout) :: this
    type(plan_t), intent(in) :: plan
    integer :: longest

    longest = plan%nowned + plan%nghost
    call co_max(longest)
    allocate (this%x(longest)[*], this%p(longest)[*])
    allocate (this%r(plan%nowned), this%z(plan%nowned), this%q(plan%nowned))
    this%x = 0.0_wp
    this%p = 0.0_wp
  end subroutine create

  ! y = A p. On entry the owned entries of p are set, on this image.
  subroutine multiply(this, a, plan, y)
    class(cg_t), intent(inout) :: this
    type(csr_t), intent(in) :: a
    type(plan_t), intent(in) :: plan
    real(wp), intent(out) :: y(:)

    sync images (plan%images)
    call gather_ghosts(plan, this%p)
    sync images (plan%images)                ! p may change again
    call a%apply(this%p, y)
  end subroutine multiply

  subroutine solve(this, a, plan, b, tolerance, limit)
    class(cg_t), intent(inout) :: this
    type(csr_t), intent(in) :: a
    type(plan_t), intent(in) :: plan
    real(wp), intent(in) :: b(:), tolerance
    integer, intent(in) :: limit
    real(wp) :: rho, rho_before, alpha, norms(2), bnorm

    associate (n => plan%nowned)
      this%r = b
      this%z = this%r/a%diag
      this%p(1:n) = this%z
      norms = [dot_product(this%r, this%z), dot_product(b, b)]
      call co_sum(norms)
      rho = norms(1)
      bnorm = sqrt(norms(2))

      do
         call this%multiply(a, plan, this%q)
         alpha = rho/inner(this%p(1:n), this%q)
         this%x(1:n) = this%x(1:n) + alpha*this%p(1:n)
         this%r = this%r - alpha*this%q
         this%z = this%r/a%diag

         ! Both inner products of the step in one reduction.
         norms = [dot_product(this%r, this%z), dot_product(this%r, this%r)]
         call co_sum(norms)
         this%iterations = this%iterations + 1
         this%residual = sqrt(norms(2))/bnorm
         if (this%residual <= tolerance .or. this%iterations >= limit) exit
         rho_before = rho
         rho = norms(1)
         this%p(1:n) = this%z + (rho/rho_before)*this%p(1:n)
      end do
    end associate
  end subroutine solve

  real(wp) function inner(a, b)
    real(wp), intent(in) :: a(:), b(:)

    inner = dot_product(a, b)
    call co_sum(inner)
  end function inner

  ! The whole solution on image 1, in the mesh's numbering.
  subroutine collect(this, owned, whole)
    class(cg_t), intent(inout) :: this
    integer, intent(in) :: owned(:)
    real(wp), allocatable, intent(out) :: whole(:)
    integer, allocatable :: vertices(:)[:]
    integer, save :: nowned[*]
    integer :: img, n, total

    nowned = size(owned)
    total = nowned
    call co_sum(total)
    allocate (vertices(size(this%x))[*])
    vertices(1:nowned) = owned
    sync all
    allocate (whole(merge(total, 0, this_image() == 1)))
    if (this_image() == 1) then
       do img = 1, num_images()
          n = nowned[img]
          whole(vertices(1:n)[img]) = this%x(1:n)[img]
       end do
    end if
    sync all
  end subroutine collect

  subroutine destroy(this)
    class(cg_t), intent(inout) :: this

    deallocate (this%x, this%p)
    deallocate (this%r, this%z, this%q)
  end subroutine destroy

end module solver
