package holders

import (
	"fmt"
	"slices"
	"strings"
)

// team is the current team of a case's statement.
type team uint8

const (
	all    team = iota
	rolled      // one team of all images, in another order
	halves      // two teams, of images 1 and 2, and of image 3
)

// index is what an image is called in the current team.
func (t team) index(image string) string {
	switch t {
	case rolled:
		return "rolled(" + image + ")"
	case halves:
		return "place(" + image + ")"
	}
	return image
}

// image is an image of the team, from 0.
func (t team) image(index int) int {
	if t == rolled {
		return (index + images - 2) % images
	}
	return index - 1
}

// of is the selector of an image.
func (c *kase) of(x coview, image string) string {
	if c.caf {
		return c.co("[" + image + "-1]")
	}
	more := ""
	if c.team == halves {
		more = ", team_number=half(" + image + ")"
	}
	return c.co("[" + x.subs(c.team.index(image)) + more + "]")
}

// selector is an image selector. plain: without what F2018 has added.
func (c *kase) selector(x coview, image string, plain bool) string {
	which := c.n(8)
	if (plain || c.caf) && which != 2 {
		which = 7
	}
	switch which {
	case 0:
		if c.team == halves {
			return c.co("[" + x.subs(c.team.index(image)) + ", stat=st, team_number=half(" + image +
				")]")
		}
		return c.co("[" + x.subs(c.team.index(image)) + ", stat=st]")
	case 1:
		if !x.here {
			return c.co("[" + x.subs(image) + ", team=tm]")
		}
	case 2:
		if image == "nx" {
			return c.of(x, "(mod(me, ni)+1)")
		}
		return c.of(x, "(mod(me+ni-2, ni)+1)")
	case 3:
		if c.team == rolled {
			return c.co("[" + x.subs(c.team.index(image)) + ", team_number=7]")
		} else if c.team == all {
			return c.co("[" + x.subs(image) + ", team_number=-1]")
		}
	case 4:
		if c.team == rolled {
			return c.co("[" + x.subs(c.team.index(image)) + ", team=tr]")
		}
	}
	return c.of(x, image)
}

// enterTeam chooses the team in which the inner procedure is called, or the statement is executed.
func (c *kase) enterTeam() {
	if c.caf {
		return
	}
	switch c.n(7) {
	case 0:
		c.team = rolled
		c.teamCall = c.calls && c.n(2) == 0
	case 1:
		c.team = halves
	default:
		return
	}
	c.tell("in a team of %s", []string{"", "all images in another order", "a half"}[c.team])
	c.teamName = []string{"", "tr", "ts"}[c.team]
	if c.team == rolled && c.n(3) == 0 {
		c.teamName = "held%t(2)"
	}
	if c.teamCall && !c.control {
		c.outer.open = append(c.outer.open, "change team ("+c.teamName+")")
		c.outer.close = append([]string{"end team"}, c.outer.close...)
	}
}

// inTeam has CHANGE TEAM give a coarray another name.
func (c *kase) inTeam(x coview) coview {
	if c.team != rolled || c.teamCall || c.n(2) == 0 || strings.ContainsAny(x.head, "%(") ||
		x.assumed || x.head[0] == 'a' { // no coarray that is an associate name
		return x
	}
	name := c.name("b")
	w := x
	text, _, subs := c.cobounds()
	w.head, w.allocatable, w.module, w.here, w.subs = name, false, false, true, subs
	w.frame = nil
	c.coassociations = append(c.coassociations, name+text+" => "+x.head)
	c.tell("coarray %s%s => %s", name, text, x.head)
	if c.control {
		c.coassociations[len(c.coassociations)-1] = name + " => " + x.head
	}
	return w
}

// nest puts the statement into constructs.
func (c *kase) nest() {
	for range c.n(3) {
		c.construct()
	}
	if c.team == all || c.teamCall {
		return
	}
	list := append([]string{c.teamName}, c.coassociations...)
	if !c.control {
		c.wrap("change team ("+strings.Join(list, ", ")+")", "end team")
	} else if len(list) > 1 {
		c.wrap("associate ("+strings.Join(list[1:], ", ")+")", "end associate")
	}
}

func (c *kase) wrap(head, end string) {
	c.statement = append(append([]string{head}, c.statement...), end)
}

// construct puts the statement into one.
func (c *kase) construct() {
	text := strings.Join(c.statement, "\n")
	word, _, _ := strings.Cut(text, " ")
	name := c.name("n")
	switch c.n(9) {
	case 0:
		c.wrap("block\ninteger :: i1, one\none = 1", "end block")
	case 1:
		c.wrap("if (id(one) == 2) then\nwrong = wrong+1\nelse if (id(one) == 1) then", "end if")
	case 2:
		if len(c.statement) == 1 && !strings.Contains(
			" block if do associate select where forall change "+name+": ", " "+word+" ") {
			c.statement[0] = "if (id(one) == 1) " + text
		}
	case 3:
		c.wrap("select case (id(one))\ncase (1)", "case default\nwrong = wrong+1\nend select")
	case 4:
		c.wrap(fmt.Sprintf("block\ninteger :: i%s\ndo i%s = 1, 3\nif (i%s /= 2) cycle", name,
			name, name), "end do\nend block")
	case 5:
		c.wrap("associate ("+name+" => id(one), i1 => one)", "end associate")
	case 6:
		images := func(word string) bool { return strings.Contains(text, word) }
		if !c.control && !c.caf && !slices.ContainsFunc([]string{"co_", "atomic", "critical",
			"notify", "event", "lock"}, images) {
			c.wrap("critical", "end critical")
		}
	case 7:
		c.wrap(name+": block", "if (id(one) == 1) exit "+name+"\nwrong = wrong+1\nend block "+
			name)
	case 8:
		c.wrap("block\ninteger, pointer :: one, two\nallocate (one, source=1)",
			"deallocate (one)\nend block")
	}
}
