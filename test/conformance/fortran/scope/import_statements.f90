! conformance: images=1,2,3,5
! feature: IMPORT in BLOCK constructs and contained procedures (F2018 8.8)
! What is imported is used beside coarrays of the construct's own. A name that is not imported is
! declared anew, and leaves the host's alone.
module counted
  implicit none
  integer :: c[*] = 2, k = 0
contains
  subroutine sum_of(n)
    integer, intent(out) :: n
    n = 0
    block
      import, only: n, c
      integer :: k
      k = 5
      n = k + c[1]
    end block
  end subroutine sum_of
end module counted

program import_statements
  use counted, only: sum_of, host_k => k
  implicit none
  integer :: a(4)[*], k, n, of_module
  a = this_image()
  k = 1 + mod(this_image(), num_images())
  sync all
  call sum_of(of_module)
  if (of_module /= 7 .or. host_k /= 0) error stop 'names of a module'
  n = 0
  block
    import, only: a, k, n
    integer, allocatable :: t(:)[:]
    allocate (t(3)[*])
    t = a(1)[k]
    sync all
    n = t(2)[k]
  end block
  if (n /= 1 + mod(k, num_images())) error stop 'two images on'
  block
    import, all
    n = a(2)[k]
  end block
  if (n /= k) error stop 'all'
  block
    import, none
    integer, save :: n[*]
    integer :: k
    k = 1
    n = 10 * this_image()
    sync all
    if (n[k] /= 10) error stop 'none'
  end block
  if (n /= k) error stop 'the host''s value'
  call narrow
  call alone
  if (n /= -k) error stop 'defined by a procedure'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine narrow
    import, only: a, k, n
    n = -a(2)[k]
    sync all
    call co_sum(a)
    if (a(3) /= num_images() * (num_images() + 1) / 2) error stop 'sum'
  end subroutine narrow
  subroutine alone
    import, none
    integer, save :: n[*]
    n = this_image()
    sync all
    if (n[num_images()] /= num_images()) error stop 'procedure'
  end subroutine alone
end program import_statements
