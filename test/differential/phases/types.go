package phases

import (
	"fmt"
	"strings"
)

// Type is a type of variables: integer kinds and reals hold integers, characters have a length.
type Type struct {
	name  string
	class class
	len   int    // of a character; 0: deferred
	parts []*Var // the components of a structure
}

type class uint8

const (
	number class = iota
	text
	structure
	pair   // of complex numbers: its parts are the real and the imaginary one
	truths // of logical values: 0 and 1
)

var (
	intType  = &Type{name: "integer"}
	longType = &Type{name: "integer(8)"}
	// shortType has four elements in what a transfer without mapped memory has for one.
	shortType = &Type{name: "integer(2)"}
	realType  = &Type{name: "real(8)"}
	charType  = &Type{name: "character(4)", class: text, len: 4}
	pairType  = &Type{name: "complex(8)", class: pair, parts: []*Var{{name: "re", typ: realType},
		{name: "im", typ: realType}}}
	truthType = &Type{name: "logical", class: truths}
	// starType is that of a dummy argument; actual ones have 4 characters or more.
	starType = &Type{name: "character(*)", class: text}
	// freeType is of deferred length: 4 or more.
	freeType = &Type{name: "character(:)", class: text}
)

// fit makes a value one of the type.
func (t *Type) fit(s scalar) scalar {
	if t.class == text && t.len > 0 {
		return scalar{s: fmt.Sprintf("%-*.*s", t.len, t.len, s.s)}
	}
	limit := int64(1 << 30)
	if t == shortType {
		limit = 1 << 15
	}
	if t.class == number && (s.i >= limit || s.i < -limit) {
		reject("overflow")
	}
	return s
}

// role is what the values of a variable may be.
type role uint8

const (
	plain   role = iota // anything
	index               // 1 to 4: a subscript of any array, or 1 to 3 less than the last
	imageNo             // 1 to the number of images
	uniform             // the same on all images
	counter             // of a loop; nothing else defines it
)

// Var is a variable or a component.
type Var struct {
	name     string // of a component that is a coarray: with its structure's
	typ      *Type
	role     role
	low      []int // lower bounds
	ext      []int
	corank   int
	alloc    bool
	pointer  bool // a component that is a pointer
	assumed  bool // of assumed shape
	size     bool // of assumed size
	anyRank  bool // of assumed rank
	poly     bool // polymorphic; one that is allocatable is of an extended type
	deferred bool // an array of characters with deferred length, which is 4
	inTeam   bool // allocated in CHANGE TEAM
	target   bool // it has the TARGET attribute
	targets  *Var // of a structure's pointer components
	alias    *Var // an associate name's variable
	static   bool // each image has one for good
	dummy    string
	scope    *Proc // whose local variable it is; nil: of a module
	part     *Ref  // for which an associate name stands; nil: the whole variable
	shared   sharing
	kept     bool // a loop has it: no statement may define it
	co       int  // lower cobounds - 1, which is added to cosubscripts
	hidden   bool // storage without a declaration
	over     *Var // whose elements it has, from at on
	at       int
	data     []int // what DATA gives it
	ranks    bool  // in a file of CAF 2.0, where the lower cobound is 0 if nothing is said
}

// sharing is how a phase uses a coarray.
type sharing uint8

const (
	anyone  sharing = iota // no image changes it
	peers                  // each image that of its peer, and no other
	own                    // each image its own
	striped                // each image elements of its own, of all images
)

// compound: it has parts that are referred to by themselves.
func compound(v *Var) bool { return v.typ.class == structure || v.typ.class == pair }

func (v *Var) bounds() string {
	if len(v.ext) == 0 && !v.anyRank {
		return ""
	}
	var dims []string
	if v.anyRank {
		return "(..)"
	}
	for k, e := range v.ext {
		if v.size {
			dims = append(dims, "*")
		} else if v.alloc || v.assumed || v.pointer {
			dims = append(dims, ":")
		} else if v.low[k] == 1 {
			dims = append(dims, fmt.Sprint(e))
		} else {
			dims = append(dims, fmt.Sprintf("%d:%d", v.low[k], v.low[k]+e-1))
		}
	}
	return "(" + strings.Join(dims, ", ") + ")"
}

func (v *Var) cobounds() string {
	switch {
	case v.corank == 0:
		return ""
	case v.alloc:
		return "[" + strings.Repeat(":, ", v.corank-1) + ":]"
	}
	return v.coshape()
}

// coshape is the coarray-spec of explicit coshape.
func (v *Var) coshape() string {
	low, two := fmt.Sprintf("%d:", 1+v.co), fmt.Sprintf("%d:%d", 1+v.co, 2+v.co)
	if v.usualCobounds() {
		low, two = "", "2"
	}
	if v.corank == 2 {
		return "[" + two + ", " + low + "*]"
	}
	return "[" + low + "*]"
}

// usualCobounds: the lower cobounds are those of a declaration that has none.
func (v *Var) usualCobounds() bool { return v.co == usualCo(v.ranks) }

func usualCo(ranks bool) int {
	if ranks {
		return -1
	}
	return 0
}

// declaration is the line that declares a variable.
func (v *Var) declaration() string {
	attributes := ""
	if v.alloc {
		attributes += ", allocatable"
	}
	if v.target {
		attributes += ", target"
	}
	if v.pointer {
		attributes += ", pointer"
	}
	if v.dummy != "" {
		attributes += ", " + v.dummy
	}
	if v.static && v.scope != nil && !v.alloc && v.data == nil {
		attributes += ", save"
	}
	if holder, component, is := strings.Cut(v.name, "%"); is {
		typ := "holder"
		if component != "x" {
			typ = "outer"
		}
		return "type(" + typ + "), save :: " + holder
	}
	name := v.typ.name
	if v.typ.class == structure {
		name = map[bool]string{false: "type(", true: "class("}[v.poly] + name + ")"
	}
	if v.deferred {
		name = "character(:)"
	}
	return name + attributes + " :: " + v.name + v.bounds() + v.cobounds()
}
