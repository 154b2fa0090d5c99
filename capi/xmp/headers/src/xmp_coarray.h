!     XcalableMP: coarrays, as an INCLUDE file of Fortran. What other compilers
!     declare here is intrinsic, or known without a declaration.
