package foreign

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// gnu writes a module that gfortran has compiled.
type gnu struct {
	name    string
	known   func(string) bool
	symbols map[int]*symbol
	// generics and operators of the module, by name; interfaces are those that the file lists, own
	// or not.
	generics map[string][]int
	taken    map[string]bool
	queue    []*symbol

	uses, heads, types, variables, blocks, bodies []string
	used                                          map[string]bool
}

// operatorsInOrder are the intrinsic operators in the file's order; empty: their old spellings, and
// places for what is no operator.
var operatorsInOrder = []string{"", "", "+", "-", "*", "/", "**", "//", ".and.", ".or.", ".eqv.",
	".neqv.", "==", "/=", ">", ">=", "<", "<=",
	"==", "/=", ">", ">=", "<", "<=", ".not.", "", "=", ""}

// userOperator is the place of operators that the program defines.
const userOperator = 25

// operatorSpec is the generic specification of an operator by its place in the order, or "".
func operatorSpec(code int) string {
	switch {
	case code < 0 || code >= len(operatorsInOrder) || operatorsInOrder[code] == "":
		return ""
	case operatorsInOrder[code] == "=":
		return "assignment(=)"
	}
	return "operator(" + operatorsInOrder[code] + ")"
}

func gnuText(text, name string, known func(string) bool) string {
	first, rest, _ := strings.Cut(text, "\n")
	version, _, _ := strings.Cut(strings.TrimPrefix(first, gnuMagic), "'")
	if !strings.HasPrefix(first, gnuMagic) || !slices.Contains(gnuVersions, version) {
		stop("its version is neither " + strings.Join(gnuVersions, " nor "))
	}
	s := scanner{text: rest}
	parts := node{isList: true, list: s.all(0)}
	m := &gnu{name: name, known: known, symbols: map[int]*symbol{}, generics: map[string][]int{},
		taken: map[string]bool{}, used: map[string]bool{}}
	if len(parts.list) < 8 {
		stop("parts are missing")
	}
	m.readSymbols(parts.sub(len(parts.list) - 2))
	public := m.readNames(parts.sub(len(parts.list) - 1))
	public = append(public, m.readInterfaces(parts.sub(0), parts.sub(1), parts.sub(2))...)
	for len(m.queue) > 0 {
		s := m.queue[0]
		m.queue = m.queue[1:]
		m.write(s)
	}
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("module %s", name)
	for _, list := range [][]string{m.uses, {"private"}, public, m.heads, m.types, m.variables,
		m.blocks} {
		for _, l := range list {
			line("%s", l)
		}
	}
	line("contains")
	for _, l := range m.bodies {
		line("%s", l)
	}
	line("end module")
	return b.String()
}

func (m *gnu) readSymbols(list node) {
	if len(list.list)%6 != 0 {
		stop("the table of symbols is uneven")
	}
	for i := 0; i < len(list.list); i += 6 {
		module := strings.ToLower(list.str(i + 2))
		m.symbols[list.number(i)] = symbolOf(list.str(i+1), module, list.str(i+3),
			list.number(i+4) == 1, list.sub(i+5))
	}
}

// readNames takes the names that the module gives to its users.
func (m *gnu) readNames(list node) (public []string) {
	if len(list.list)%3 != 0 {
		stop("the list of names is uneven")
	}
	for i := 0; i < len(list.list); i += 3 {
		s := m.symbols[list.number(i+2)]
		if s == nil {
			stop("a name is nothing")
		}
		local := strings.ToLower(list.str(i))
		if !isName(local) || s.flavor() == "MODULE" || s.unlimited() || s.container() ||
			s.has("VTYPE") || s.has("VTAB") || s.ofCompiler() {
			continue
		}
		if !m.taken[local] {
			public = append(public, "public :: "+local)
		}
		m.taken[local] = true
		if s.local == "" {
			s.local = local
		} else if s.local != local { // a second name of the same thing
			m.alias(s, local)
		}
		m.ask(s)
	}
	return public
}

// alias gives an entity of another module a second local name.
func (m *gnu) alias(s *symbol, local string) {
	if !m.byUse(s) {
		stop("one entity has two names")
	}
	m.use(s, local)
}

func (m *gnu) ask(s *symbol) {
	if !s.asked {
		s.asked = true
		m.queue = append(m.queue, s)
	}
}

// nameIn is the name of an entity as the text has it, which then declares it.
func (m *gnu) nameIn(s *symbol) string {
	if !s.outer {
		return strings.ToLower(s.name)
	}
	if s.local == "" {
		s.local = strings.ToLower(s.name)
		for n := 2; m.taken[s.local]; n++ {
			s.local = fmt.Sprintf("%s_%d", strings.ToLower(s.name), n)
		}
		m.taken[s.local] = true
	}
	m.ask(s)
	return s.local
}

// byUse tells whether the text says by USE what an entity is.
func (m *gnu) byUse(s *symbol) bool {
	return s.intrinsicModule() || s.module != m.name && isName(s.module) && m.known(s.module)
}

func (m *gnu) use(s *symbol, local string) {
	text := "use " + s.module
	if s.intrinsicModule() {
		text = "use, intrinsic :: " + s.intrinsicName()
	}
	text += ", only: "
	if name := strings.ToLower(s.name); name != local {
		text += local + " => " + name
	} else {
		text += name
	}
	if !m.used[text] {
		m.used[text] = true
		m.uses = append(m.uses, text)
	}
}

// readInterfaces takes the lists of specific procedures: of intrinsic operators, others, and names.
func (m *gnu) readInterfaces(intrinsic, user, named node) (public []string) {
	block := func(spec string, ids []int) {
		lines := []string{}
		for _, id := range ids {
			s := m.symbols[id]
			if s == nil {
				stop("a specific procedure is nothing")
			}
			if s.flavor() == "PROCEDURE" && !s.ofCompiler() {
				lines = append(lines, "  procedure "+m.nameIn(s))
			}
		}
		if len(lines) > 0 {
			m.blocks = append(append(append(m.blocks, "interface "+spec), lines...),
				"end interface")
		}
	}
	numbers := func(n node, from int) (ids []int) {
		for i := from; i < len(n.list); i++ {
			ids = append(ids, n.number(i))
		}
		return ids
	}
	for i := range intrinsic.list {
		code := i
		if code >= userOperator { // these have a list of their own
			code++
		}
		if spec := operatorSpec(code); spec != "" {
			block(spec, numbers(intrinsic.sub(i), 0))
		}
	}
	for i := range user.list {
		if name := user.sub(i).str(0); isName(name) {
			block("operator(."+name+".)", numbers(user.sub(i), 2))
		}
	}
	for i := range named.list {
		g := named.sub(i)
		name, module, ids := strings.ToLower(g.str(0)), strings.ToLower(g.str(1)), numbers(g, 2)
		own := slices.ContainsFunc(ids, func(id int) bool {
			s := m.symbols[id]
			return s != nil && s.module == m.name && s.flavor() == "PROCEDURE"
		})
		if !isName(name) || slices.ContainsFunc(ids,
			func(id int) bool { return m.symbols[id] != nil && m.symbols[id].ofCompiler() }) {
			continue
		}
		if !m.taken[name] {
			m.taken[name] = true
			public = append(public, "public :: "+name)
		}
		if g := (&symbol{name: name, module: module}); !own && m.byUse(g) {
			m.use(g, name)
			continue
		}
		m.generics[name] = ids
		block(name, ids)
	}
	return public
}

// write declares one entity.
func (m *gnu) write(s *symbol) {
	own := m.generics[s.local] != nil && s.has("GENERIC")
	switch {
	case own && !s.isType():
	case m.byUse(s):
		m.use(s, s.local)
	case s.isType():
		m.derivedType(s)
	case s.flavor() == "PARAMETER":
		m.parameter(s)
	case s.flavor() == "VARIABLE":
		m.variables = append(m.variables, m.entity(s, s.local))
	case s.flavor() == "NAMELIST":
		m.namelist(s)
	case s.flavor() == "PROCEDURE":
		m.procedure(s)
	default:
		stop("an entity of a kind that is not known: " + s.flavor())
	}
}

func (m *gnu) namelist(s *symbol) {
	var names []string
	for i := range s.members.list {
		if member := m.symbols[s.members.number(i)]; member != nil {
			names = append(names, m.nameIn(member))
		}
	}
	if len(names) > 0 {
		m.variables = append(m.variables, "namelist /"+s.local+"/ "+
			strings.Join(names, ", &\n    "))
	}
}

func (m *gnu) parameter(s *symbol) {
	if _, isPolymorphic := m.typeText(s.typ); isPolymorphic != nil {
		stop("a polymorphic constant")
	}
	text := m.entity(s, s.local)
	head, rest, _ := strings.Cut(text, " :: ")
	text = head + ", parameter :: " + rest
	if value, ok := m.expr(s.value); ok {
		text += " = " + value
	}
	m.heads = append(m.heads, text)
}

// attributesInText are words of the file that are attributes of the language.
var attributesInText = []struct{ word, text string }{
	{"ALLOCATABLE", "allocatable"}, {"POINTER", "pointer"}, {"TARGET", "target"}, {"OPTIONAL",
		"optional"}, {"VALUE", "value"},
	{"CONTIGUOUS", "contiguous"}, {"VOLATILE", "volatile"}, {"ASYNCHRONOUS", "asynchronous"},
	{"PROTECTED", "protected"},
}

// entity writes the declaration of a variable, dummy argument, function result or named constant.
func (m *gnu) entity(s *symbol, name string) string {
	typ, data := m.typeText(s.typ)
	shape := s.shape
	attributes := func(has func(string) bool) (text string) {
		for _, a := range attributesInText {
			if has(a.word) {
				text += ", " + a.text
			}
		}
		return text
	}
	var attrs string
	switch {
	case s.uncheckedKind():
		typ, attrs = "type(*)", attributes(func(w string) bool { return w != "VALUE" && s.has(w) })
		return typ + attrs + m.intentText(s) + ", dimension(..) :: " + name
	case data != nil:
		shape = data.shape
		attrs = attributes(func(w string) bool {
			if w == "ALLOCATABLE" || w == "POINTER" {
				return strings.HasPrefix(w, data.association)
			}
			return s.has(w)
		})
	default:
		attrs = attributes(s.has)
	}
	return typ + attrs + m.intentText(s) + " :: " + name + m.shapeText(shape)
}

func (m *gnu) intentText(s *symbol) string {
	if i := s.intent(); i == "IN" || i == "OUT" || i == "INOUT" {
		return ", intent(" + strings.ToLower(i) + ")"
	}
	return ""
}

// polymorphic is what the container of a polymorphic entity says of it.
type polymorphic struct {
	association string // the beginning of the attribute's name, or what begins none
	shape       node
}

// typeText writes a type; of a polymorphic entity shape and attributes are those of the data in its
// container.
func (m *gnu) typeText(t node) (text string, data *polymorphic) {
	kind := t.word(1)
	switch base := t.word(0); base {
	case "INTEGER", "REAL", "COMPLEX", "LOGICAL":
		return strings.ToLower(base) + "(" + kind + ")", nil
	case "CHARACTER":
		return "character(len=" + m.lengthText(t) + ", kind=" + kind + ")", nil
	case "ASSUMED":
		return "type(*)", nil
	case "DERIVED":
		s := m.symbols[t.number(1)]
		if s == nil || !s.isType() {
			stop("a type is missing")
		}
		if s.unlimited() || s.container() {
			return m.polymorphicType(s)
		}
		return "type(" + m.nameIn(s) + ")", nil
	case "CLASS":
		s := m.symbols[t.number(1)]
		if s == nil || !s.isType() {
			stop("a class is missing")
		}
		return m.polymorphicType(s)
	}
	stop("a type that is not known: " + t.word(0))
	return "", nil
}

// polymorphicType: gfortran's name of a container ends in what the entity is: allocatable, pointer
// or neither.
func (m *gnu) polymorphicType(s *symbol) (string, *polymorphic) {
	data := &polymorphic{association: "?", shape: node{isList: true}}
	if s.unlimited() {
		return "class(*)", data
	}
	if len(s.components.list) == 0 || !s.container() {
		return "class(" + m.nameIn(s) + ")", data
	}
	switch s.name[len(s.name)-1] {
	case 'a':
		data.association = "ALLOC"
	case 'p':
		data.association = "POINT"
	}
	c := s.components.sub(0)
	data.shape = c.sub(3)
	declared := m.symbols[c.sub(2).number(1)]
	if declared == nil {
		stop("a class is of nothing")
	}
	if declared.unlimited() {
		return "class(*)", data
	}
	return "class(" + m.nameIn(declared) + ")", data
}

func (m *gnu) lengthText(t node) string {
	if t.has(6, "DEFERRED_CL") {
		return ":"
	}
	length := t.sub(6)
	if len(length.list) == 0 || length.sub(0).empty() {
		return "*"
	}
	text, _ := m.expr(length.sub(0))
	return text
}

func (m *gnu) shapeText(shape node) string {
	if shape.empty() {
		return ""
	}
	if shape.number(1) > 0 {
		panic(unreadable{ErrCoarrays})
	}
	kind, rank := shape.word(2), shape.number(0)
	if kind == "ASSUMED_RANK" {
		return "(..)"
	}
	var dims []string
	for d := range rank {
		lower, upper := shape.sub(3+2*d), shape.sub(4+2*d)
		low, _ := m.expr(lower)
		if lower.empty() || low == "1" {
			low = ""
		} else {
			low += ":"
		}
		switch {
		case kind == "DEFERRED":
			dims = append(dims, ":")
		case kind == "ASSUMED_SHAPE":
			dims = append(dims, strings.TrimSuffix(low, ":")+":")
		case upper.empty():
			dims = append(dims, low+"*")
		default:
			high, _ := m.expr(upper)
			dims = append(dims, low+high)
		}
	}
	return "(" + strings.Join(dims, ", ") + ")"
}

func (m *gnu) derivedType(s *symbol) {
	head := "type"
	if s.has("ABSTRACT") {
		head += ", abstract"
	}
	components := s.components.list
	if s.extends() && len(components) > 0 {
		parent := m.symbols[s.components.sub(0).sub(2).number(1)]
		if parent == nil {
			stop("a type extends nothing")
		}
		head += ", extends(" + m.nameIn(parent) + ")"
		components = components[1:]
	}
	if s.has("IS_BIND_C") {
		head += ", bind(c)"
	}
	lines := []string{head + " :: " + m.nameIn(s)}
	if s.has("SEQUENCE") {
		lines = append(lines, "  sequence")
	}
	if s.access == "PRIVATE" { // the PRIVATE statement
		lines = append(lines, "  private")
	}
	for i := range components {
		if text := m.component(components[i], s.access); text != "" {
			lines = append(lines, "  "+text)
		}
	}
	if bindings := m.bindings(s); len(bindings) > 0 {
		lines = append(append(lines, "contains"), bindings...)
	}
	m.types = append(m.types, append(lines, "end type")...)
}

// component writes one component: number, name, type, shape, two lists, attributes, accessibility,
// initial value and, of procedure pointers, a binding.
func (m *gnu) component(c node, accessOfAll string) string {
	name := c.str(1)
	attrs := c.sub(6)
	if !isName(name) || attrs.has(7, "ARTIFICIAL") {
		return ""
	}
	s := &symbol{attributes: attrs, typ: c.sub(2), shape: c.sub(3)}
	access := ""
	switch own := c.word(7); {
	case own == "PRIVATE":
		access = ", private"
	case own == "PUBLIC" && accessOfAll == "PRIVATE":
		access = ", public"
	}
	if !s.has("PROC_POINTER") {
		head, rest, _ := strings.Cut(m.entity(s, name), " :: ")
		text := head + access + " :: " + rest
		if len(c.list) > 8 && c.at(8).isList {
			if value, ok := m.expr(c.sub(8)); ok && s.has("POINTER") {
				text += " => " + value
			} else if ok {
				text += " = " + value
			}
		}
		return text
	}
	text := "procedure(" + m.interfaceOf(s.typ, s) + "), pointer" + access
	if b := c.at(len(c.list) - 1); b.isList && b.has(0, "NOPASS") {
		text += ", nopass"
	} else if b.isList && len(b.list) > 5 && b.at(5).quoted && b.str(5) != "" {
		text += ", pass(" + b.str(5) + ")"
	}
	return text + " :: " + name
}

// interfaceOf is the interface of a procedure pointer: a name, a type, or nothing.
func (m *gnu) interfaceOf(typ node, s *symbol) string {
	if i := m.symbols[typ.number(2)]; i != nil && i != s && i.flavor() == "PROCEDURE" &&
		(i.outer || i.ofCompiler()) {
		if i.ofCompiler() {
			return i.name
		}
		return m.nameIn(i)
	}
	if typ.word(0) == "UNKNOWN" {
		return ""
	}
	text, _ := m.typeText(typ)
	return text
}

// bindings writes what is bound to a type: finalizers, named bindings, generic operators.
func (m *gnu) bindings(s *symbol) (lines []string) {
	if len(s.bound.list) < 4 {
		return nil
	}
	for i := range s.bound.sub(0).list {
		if f := m.symbols[s.bound.sub(0).number(i)]; f != nil {
			lines = append(lines, "  final :: "+m.nameIn(f))
		}
	}
	var generics []string
	for _, b := range s.bound.sub(1).list {
		name, record := b.str(0), b.sub(1)
		if isName(name) {
			text, generic := m.binding(name, record)
			if generic {
				generics = append(generics, text)
			} else {
				lines = append(lines, text)
			}
		}
	}
	for _, b := range s.bound.sub(2).list {
		if name := b.str(0); isName(name) {
			text, _ := m.binding("operator(."+name+".)", b.sub(1))
			generics = append(generics, text)
		}
	}
	for _, b := range s.bound.sub(3).list {
		if spec := operatorSpec(b.number(0)); spec != "" {
			text, _ := m.binding(spec, b.sub(1))
			generics = append(generics, text)
		}
	}
	return append(lines, generics...)
}

// binding: accessibility, overridable or not, pass, kind, the argument passed, and the procedure or
// the specific bindings.
func (m *gnu) binding(name string, r node) (text string, generic bool) {
	var attrs string
	if r.word(0) == "PRIVATE" {
		attrs = ", private"
	}
	if r.word(3) == "GENERIC" {
		var specifics []string
		list := r.sub(7)
		for i := 1; i < len(list.list); i += 2 {
			specifics = append(specifics, list.str(i))
		}
		return "  generic" + attrs + " :: " + name + " => " + strings.Join(specifics, ", "), true
	}
	if r.word(2) == "NOPASS" {
		attrs += ", nopass"
	} else if pass := r.str(5); pass != "" {
		attrs += ", pass(" + pass + ")"
	}
	target := m.symbols[r.number(7)]
	if target == nil {
		stop("a binding to nothing")
	}
	switch r.word(1) {
	case "DEFERRED":
		return "  procedure(" + m.nameIn(target) + "), deferred" + attrs + " :: " + name, false
	case "NON_OVERRIDABLE":
		attrs += ", non_overridable"
	}
	return "  procedure" + attrs + " :: " + name + " => " + m.nameIn(target), false
}

// procedure writes a procedure: one of the module, one with an interface body, or a procedure
// pointer.
func (m *gnu) procedure(s *symbol) {
	switch {
	case s.has("GENERIC"): // its specific procedures are in the list of interfaces
	case s.has("PROC_POINTER"):
		m.variables = append(m.variables, "procedure("+m.interfaceOf(s.typ, s)+"), pointer :: "+
			s.local)
	case s.has("PROCEDURE") && s.typ.number(2) != 0:
		m.variables = append(m.variables, "procedure("+m.interfaceOf(s.typ, s)+") :: "+s.local)
	case s.has("ABSTRACT"):
		m.blocks = append(append(append(m.blocks, "abstract interface"),
			m.subprogram(s, s.local, true)...), "end interface")
	case s.body():
		m.blocks = append(append(append(m.blocks, "interface"), m.subprogram(s, s.local, true)...),
			"end interface")
	case s.attributes.word(2) == "MODULE-PROC":
		m.bodies = append(m.bodies, m.subprogram(s, s.local, false)...)
	default:
		m.variables = append(m.variables, "external :: "+s.local)
		if s.has("FUNCTION") && s.typ.word(0) != "UNKNOWN" {
			typ, _ := m.typeText(s.typ)
			m.variables = append(m.variables, typ+" :: "+s.local)
		}
	}
}

// subprogram writes the heading of a procedure and the declarations of its arguments and result.
func (m *gnu) subprogram(s *symbol, name string, imports bool) (lines []string) {
	prefix, suffix := "", ""
	switch {
	case s.has("ELEMENTAL") && !s.has("PURE"):
		prefix = "impure elemental "
	case s.has("ELEMENTAL"):
		prefix = "elemental "
	case s.has("PURE"):
		prefix = "pure "
	}
	var args []string
	var dummies []*symbol
	for i := range s.formal.list {
		d := m.symbols[s.formal.number(i)]
		if s.formal.number(i) == 0 {
			args = append(args, "*")
			continue
		}
		if d == nil {
			stop("an argument is missing")
		}
		args = append(args, strings.ToLower(d.name))
		dummies = append(dummies, d)
	}
	word := "subroutine"
	if s.has("FUNCTION") {
		word = "function"
		if r := m.symbols[s.result]; r != nil && r != s {
			dummies = append(dummies, r)
			suffix = " result(" + strings.ToLower(r.name) + ")"
		} else {
			suffix = " result(" + name + "_)"
		}
	}
	if s.has("IS_BIND_C") {
		suffix += " bind(c, name=" + strconv.Quote(s.binding) + ")"
	}
	lines = append(lines, prefix+word+" "+name+"("+strings.Join(args, ", ")+")"+suffix)
	if imports {
		lines = append(lines, "  import")
	}
	if word == "function" && strings.Contains(suffix, name+"_)") {
		own := *s
		own.attributes.list = slices.Clone(s.attributes.list)
		own.attributes.list[5] = node{text: "0"}
		if text := m.entity(&own, name+"_"); s.has("PROC_POINTER") {
			lines = append(lines, "  procedure(), pointer :: "+name+"_")
		} else {
			lines = append(lines, "  "+text)
		}
	}
	for _, d := range dummies {
		for _, l := range m.dummy(d) {
			lines = append(lines, "  "+l)
		}
	}
	return append(lines, "end "+word)
}

// dummy declares an argument or a result.
func (m *gnu) dummy(d *symbol) []string {
	name := strings.ToLower(d.name)
	switch {
	case !isName(name):
		stop("a name that is none")
	case d.flavor() != "PROCEDURE":
		return []string{m.entity(d, name)}
	case d.has("PROC_POINTER") || d.has("PROCEDURE") && m.symbols[d.typ.number(2)] != nil:
		text := "procedure(" + m.interfaceOf(d.typ, d) + ")"
		if d.has("PROC_POINTER") {
			text += ", pointer"
		}
		if d.has("OPTIONAL") {
			text += ", optional"
		}
		return []string{text + " :: " + name}
	case d.body() && (d.has("FUNCTION") || d.has("SUBROUTINE")):
		lines := append([]string{"interface"}, m.subprogram(d, name, true)...)
		lines = append(lines, "end interface")
		if d.has("OPTIONAL") {
			lines = append(lines, "optional :: "+name)
		}
		return lines
	}
	lines := []string{"external :: " + name}
	if d.has("OPTIONAL") {
		lines = append(lines, "optional :: "+name)
	}
	if d.has("FUNCTION") && d.typ.word(0) != "UNKNOWN" {
		typ, _ := m.typeText(d.typ)
		lines = append(lines, typ+" :: "+name)
	}
	return lines
}
