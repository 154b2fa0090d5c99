program p
use iso_fortran_env
type(event_type) :: a[*]
type(lock_type) :: l[*]
event post a[1]
event wait a
lock l[1]
unlock l[1]
sync images 1
sync images *
sync team t
notify wait a
form team 1, t
change team t
end team
end
