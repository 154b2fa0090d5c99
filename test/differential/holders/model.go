package holders

// model is the memory of all images.
type model struct {
	alone  bool // each image is by itself, as in a control
	units  int
	before [][]int // by image, from 0
	after  [][]int
}

func newModel(c *kase) *model {
	m := &model{units: c.next, alone: c.control}
	for image := range c.images {
		row := make([]int, c.next)
		for _, v := range c.vars {
			for e := range size(v.dims) {
				for u := range v.t.units() {
					at := v.base + e*v.t.units() + u
					row[at] = reduced(v.t.classOf(u), initial(at, image+1))
				}
			}
		}
		m.before = append(m.before, row)
		m.after = append(m.after, append([]int{}, row...))
	}
	return m
}

// initial is the function iv of the programs.
func initial(unit, image int) int { return (unit*7+image*31)%90 + 1 }

// next and previous images, from 0.
func (m *model) next(image int) int {
	if m.alone {
		return image
	}
	return (image + 1) % len(m.before)
}
func (m *model) previous(image int) int {
	if m.alone {
		return image
	}
	return (image + len(m.before) - 1) % len(m.before)
}

// get has the values of units of an image before the statement.
func (m *model) get(image int, units []int) []int {
	list := make([]int, len(units))
	for i, u := range units {
		list[i] = m.before[image][u]
	}
	return list
}

// put defines units of an image; one value defines all.
func (m *model) put(image int, units, values []int) {
	for i, u := range units {
		m.after[image][u] = values[i%len(values)]
	}
}
