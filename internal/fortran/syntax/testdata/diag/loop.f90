include 'loop.f90'
include 'missing.inc'
include 'bad.inc'
end
