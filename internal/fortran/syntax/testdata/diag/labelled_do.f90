! The label where a DO ends stands on the END of a construct or behind it, not inside.
do 10 i = 1, 3
  change team (t)
10  u = u + x[1]
  end team
do 20 i = 1, 3
  critical
    u = u + 1
20 end critical
end
