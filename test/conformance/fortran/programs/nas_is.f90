! conformance: images=1,2,3,5
! feature: whole programs
! args: S
! expect-stdout: verification successful
! NAS IS, class S.
include '../../../../examples/fortran/nas/numbers.f90'
include '../../../../examples/fortran/nas/is.f90'
