! The BLAS routines that HPL calls.
module blas
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none

  interface
    subroutine dgemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
      import
      character, intent(in) :: transa, transb
      integer, intent(in) :: m, n, k, lda, ldb, ldc
      real(real64), intent(in) :: alpha, beta, a(lda,*), b(ldb,*)
      real(real64), intent(inout) :: c(ldc,*)
    end subroutine

    subroutine dtrsm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
      import
      character, intent(in) :: side, uplo, transa, diag
      integer, intent(in) :: m, n, lda, ldb
      real(real64), intent(in) :: alpha, a(lda,*)
      real(real64), intent(inout) :: b(ldb,*)
    end subroutine

    subroutine dtrsv(uplo, trans, diag, n, a, lda, x, incx)
      import
      character, intent(in) :: uplo, trans, diag
      integer, intent(in) :: n, lda, incx
      real(real64), intent(in) :: a(lda,*)
      real(real64), intent(inout) :: x(*)
    end subroutine

    subroutine dgemv(trans, m, n, alpha, a, lda, x, incx, beta, y, incy)
      import
      character, intent(in) :: trans
      integer, intent(in) :: m, n, lda, incx, incy
      real(real64), intent(in) :: alpha, beta, a(lda,*), x(*)
      real(real64), intent(inout) :: y(*)
    end subroutine

    integer function idamax(n, x, incx)
      import
      integer, intent(in) :: n, incx
      real(real64), intent(in) :: x(*)
    end function
  end interface

end module blas
