#ifndef IMAGES_OF_WHAT
#error the definition of the build is missing
#endif
program main
  use field, only: q => u, a, l, setup, halo, work
  use report
  implicit none
  interface
    function twice(x) bind(c)
      use, intrinsic :: iso_c_binding, only: c_double
      real(c_double), value :: x
      real(c_double) :: twice
    end function
  end interface
  call setup(3)
  call halo(q)
  call work(q, 4)
  call show(q, twice(a(3)[num_images()]), l[1]%y(2))
end program
