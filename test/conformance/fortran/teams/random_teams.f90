! conformance: images=1,2,3,5,8
! feature: nested teams
! Random nested teams against a model that every image computes from the same random numbers.
program random_teams
  use iso_fortran_env
  implicit none
  integer, parameter :: deepest = 3, rounds = 12
  integer :: seed, x[*], np, round, i
  integer :: ranks(16)
  np = num_images()
  seed = 4711
  x = 1000*this_image()
  sync all
  ranks = [(i, i=1,16)]
  do round = 1, rounds
    seed = 17*round
    call split(ranks(1:np), 1)
    if (this_image(get_team(initial_team)) /= this_image()) error stop 'initial team'
    if (num_images() /= np) error stop 'left'
    sync all
  end do
  if (this_image() == 1) print '(a)', 'PASS'
contains
  ! The same sequence on all images that call it together; each branch of teams continues from its own seed.
  integer function random(s, n)
    integer, intent(inout) :: s
    integer, intent(in) :: n
    s = int(modulo(int(s, int64)*48271_int64 + 11, 2147483647_int64))
    random = modulo(s/7, n)
  end function
  recursive subroutine split(members, level)
    integer, intent(in) :: members(:), level  ! initial indices in the order of the current team
    type(team_type) :: t
    integer :: n, me, k, kinds, i, j, s, way, my_number, ns
    integer :: number(size(members)), index(size(members)), order(size(members)), sub(size(members)), sib(size(members))
    integer, allocatable :: heap(:)[:]
    integer :: got, want, other, m
    s = seed + 1000*level + members(1)
    n = size(members); me = this_image()
    if (num_images() /= n) error stop 'num_images'
    if (members(me) /= this_image(get_team(initial_team))) error stop 'this_image'
    kinds = 1 + random(s, min(3, n))
    do i = 1, n
      number(i) = 10*level + 1 + random(s, kinds)
    end do
    ! new_index: a random permutation in each team, or left to the processor
    way = random(s, 2)
    do i = 1, n
      index(i) = count(number(1:i) == number(i))
    end do
    if (way == 1) then
      do i = n, 2, -1
        j = 1 + random(s, i)
        if (number(i) == number(j)) then
          k = index(i); index(i) = index(j); index(j) = k
        end if
      end do
      form team (number(me), t, new_index=index(me))
    else
      form team (number(me), t)
      ! in the order of the parent, which is ours to find out: ask
    end if
    my_number = number(me)
    m = count(number == my_number)
    k = 0
    exit_way: block
      integer :: leave
      leave = random(s, 3)
      outer: change team (t)
        if (num_images() /= m) error stop 'size of team'
        if (team_number() /= my_number) error stop 'team_number'
        if (way == 1) then
          if (this_image() /= index(me)) error stop 'new_index'
        end if
        ! who is where: by the heap of this team
        allocate (heap(0:m)[*])
        heap(0) = members(me)
        sync all
        do i = 1, m
          sub(i) = heap(0)[i]
        end do
        do i = 1, n
          if (number(i) == my_number .and. .not. any(sub(1:m) == members(i))) error stop 'member is missing'
          if (way == 1 .and. number(i) == my_number) then
            if (sub(index(i)) /= members(i)) error stop 'order'
          end if
        end do
        if (sub(this_image()) /= members(me)) error stop 'own place'
        ! static data of members, siblings and ancestors
        do i = 1, m
          if (x[i] /= 1000*sub(i)) error stop 'member''s data'
        end do
        do i = 1, n
          if (x[i, team=get_team(parent_team)] /= 1000*members(i)) error stop 'parent''s data'
        end do
        do j = 1, kinds
          ns = count(number == 10*level + j)
          if (ns == 0) cycle
          if (num_images(10*level + j) /= ns) error stop 'size of sibling'
          sib(1:ns) = [(x[i, team_number=10*level + j]/1000, i=1,ns)]
          do i = 1, n
            if ((number(i) == 10*level + j) .neqv. any(sib(1:ns) == members(i))) error stop 'sibling''s data'
          end do
        end do
        ! writes, sums and image control among members
        heap(1:m) = 0
        sync all
        do i = 1, m
          heap(this_image())[i] = members(me)*i
        end do
        sync all
        if (any(heap(1:m) /= sub(1:m)*this_image())) error stop 'puts'
        got = members(me)
        call co_sum(got)
        want = sum(sub(1:m))
        if (got /= want) error stop 'co_sum'
        if (m > 1) then
          other = 1 + mod(this_image(), m)
          if (m == 2) then
            sync images (other)
          else
            sync images ([other, 1 + mod(this_image() + m - 2, m)])
          end if
        end if
        got = 0
        critical
          got = got + 1
        end critical
        if (level < deepest) call split(sub(1:m), level + 1)
        if (team_number() /= my_number .or. num_images() /= m) error stop 'after the inner team'
        if (any(heap(1:m) /= sub(1:m)*this_image())) error stop 'heap after the inner team'
        if (leave == 1) exit outer
        do i = 1, 3
          if (i < 3) cycle
          if (leave == 2) exit outer
          exit
        end do
        sync team (t)
        got = 1
      end team outer
    end block exit_way
    if (num_images() /= n .or. this_image() /= me) error stop 'after end team'
    if (allocated(heap)) error stop 'heap is still there'
    sync all
  end subroutine
end program
