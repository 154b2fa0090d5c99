! conformance: images=1,2,3
! feature: coindexed in where and forall
! WHERE and FORALL: a mask is evaluated once, before the statements (F2018 10.2.3.2), also where it
! refers to this image's own coarray by an image selector and the assignments do by name.
program p
  implicit none
  integer :: b(5)[*], c(5), i, me
  integer, target :: t(5)[*]
  integer, pointer :: q(:)
  me = this_image()
  q => t
  b = 5
  sync all
  where (b(5:1:-2)[me] > 3)
    b(3:5) = 0
  elsewhere
    b(3:5) = 9
  end where
  if (any(b /= [5,5,0,0,0])) error stop 'construct'
  b = 5
  where (b(5:1:-2)[me] > 3) b(3:5) = 0
  if (any(b /= [5,5,0,0,0])) error stop 'statement'
  b = 5
  where (b(5:1:-2) > 3) b(3:5)[me] = 0
  if (any(b /= [5,5,0,0,0])) error stop 'the other way'
  b = 5
  where (b(5:1:-2) > 3)
    b(3:5)[me] = 0
  elsewhere
    b(3:5)[me] = 9
  end where
  if (any(b /= [5,5,0,0,0])) error stop 'the other way, construct'
  b = [1,5,5,5,5]
  where ([.true., .false., .false.])
    b(1:3) = 2
  elsewhere (b(5:1:-2)[me] > 3)
    b(3:5) = 0
  elsewhere
    b(3:5) = 9
  end where
  if (any(b /= [2,5,5,0,9])) error stop 'ELSEWHERE'
  b = 5
  forall (i=1:3, b(6-i)[me] > 3) b(i) = 0
  if (any(b /= [0,0,0,5,5])) error stop 'FORALL'
  b = 5
  forall (i=3:5, b(6-i)[me] > 3) b(i) = 0
  if (any(b /= [5,5,0,0,0])) error stop 'FORALL backwards'
  b = 5
  forall (i=1:5, b(6-i)[me] > 3) b(i) = 0
  if (any(b /= 0)) error stop 'FORALL, all'
  b = 5
  forall (i=1:5, b(6-i)[me] > 3)
    b(i) = 0
  end forall
  if (any(b /= 0)) error stop 'FORALL construct'
  b = 5
  forall (i=1:5, b(6-i) > 3) b(i)[me] = 0
  if (any(b /= 0)) error stop 'FORALL, the other way'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
