! conformance: images=1,2,4,6
! feature: whole programs
! Jacobi iterations on a grid of images with two codimensions; the images of a row are a team.
program grid
  use iso_fortran_env
  implicit none
  integer, parameter :: n = 24
  real(real64), allocatable :: u(:,:)[:,:], w(:,:), all_(:,:)[:]
  integer :: px, py, me, c(2), it, i, j, np, lx, ly, r, gx, gy
  real(real64) :: s, ref(0:n+1,0:n+1), nx(0:n+1,0:n+1)
  type(team_type) :: rowteam
  real(real64) :: rowsum[*]
  np = num_images(); me = this_image()
  px = 1
  do i = 1, np
    if (mod(np,i)==0 .and. mod(n,i)==0 .and. i*i <= np .and. mod(n,np/i)==0) px = i
  end do
  py = np/px
  if (mod(n,py) /= 0) then
    if (me == 1) print '(a)', 'PASS'
    stop
  end if
  lx = n/px; ly = n/py
  allocate(u(0:lx+1,0:ly+1)[px,*], w(lx,ly))
  c = this_image(u)
  gx = (c(1)-1)*lx; gy = (c(2)-1)*ly
  u = 0
  do concurrent (i=1:lx, j=1:ly)
    u(i,j) = sin(real((gx+i)*(gy+j), real64))
  end do
  form team (c(1), rowteam, new_index=c(2))
  do it = 1, 30
    sync all
    if (c(1) > 1) u(0,1:ly) = u(lx,1:ly)[c(1)-1,c(2)]
    if (c(1) < px) u(lx+1,1:ly) = u(1,1:ly)[c(1)+1,c(2)]
    if (c(2) > 1) u(1:lx,0) = u(1:lx,ly)[c(1),c(2)-1]
    if (c(2) < py) u(1:lx,ly+1) = u(1:lx,1)[c(1),c(2)+1]
    forall (i=1:lx, j=1:ly) w(i,j) = 0.25_real64*(u(i-1,j)+u(i+1,j)+u(i,j-1)+u(i,j+1))
    sync all
    u(1:lx,1:ly) = w
  end do
  s = sum(w)
  change team (rowteam)
    rowsum = s
    call co_sum(rowsum)
    block
      real(real64), allocatable :: t(:)[:]
      allocate(t(3)[*])
      t = this_image()
      sync all
      if (any(t(:)[num_images()] /= num_images())) error stop 'team'
    end block
  end team
  ref = 0
  do concurrent (i=1:n, j=1:n)
    ref(i,j) = sin(real(i*j, real64))
  end do
  do it = 1, 30
    nx = ref
    forall (i=1:n, j=1:n) nx(i,j) = 0.25_real64*(ref(i-1,j)+ref(i+1,j)+ref(i,j-1)+ref(i,j+1))
    ref = nx
  end do
  if (maxval(abs(ref(gx+1:gx+lx,gy+1:gy+ly)-w)) > 1d-12) error stop 'jacobi'
  if (abs(rowsum - sum(ref(gx+1:gx+lx,1:n))) > 1d-10) error stop 'rowsum'
  allocate(all_(n,n)[*])
  all_(gx+1:gx+lx,gy+1:gy+ly)[1] = w
  sync all
  if (me == 1) then
    if (maxval(abs(all_ - ref(1:n,1:n))) > 1d-12) error stop 'gathered'
    print '(a)', 'PASS'
  end if
end program
