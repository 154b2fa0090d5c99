! conformance: images=1,2,4,8
! feature: whole programs
! args: S
! expect-stdout: verification successful
! NAS CG, class S.
include '../../../../examples/fortran/nas/numbers.f90'
include '../../../../examples/fortran/nas/cg.f90'
