module field
  real(8) :: a(10,0:20)[*]
contains
  subroutine scale(n, s)
    integer, intent(in) :: n
    real(8), intent(in) :: s
    real(8), save :: c(10)[*]
    integer :: i
    do i = 1, n
      c(i) = s*a(i,1)
    end do
    a(1:n,2) = c(1:n)
  end subroutine
end module
