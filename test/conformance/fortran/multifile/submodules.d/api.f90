module api
  implicit none
  integer :: counter[*] = 0
  interface
    module subroutine step(k)
      integer, intent(in) :: k
    end subroutine step
    module integer function where_now(x)
      integer, intent(in) :: x[*]
    end function where_now
  end interface
end module api
