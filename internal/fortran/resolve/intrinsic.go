package resolve

import (
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

var intrinsicModules = set(
	"iso_fortran_env iso_c_binding ieee_arithmetic ieee_exceptions ieee_features omp_lib openacc")

// EnvTypes are the types of ISO_FORTRAN_ENV that Coral supplies.
var EnvTypes = set("event_type lock_type team_type notify_type")

// EnvParallel are all names of ISO_FORTRAN_ENV that Coral supplies: a back end's own are of no use
// with Coral's runtime, or missing.
var EnvParallel = set(`event_type lock_type team_type notify_type
	current_team initial_team parent_team
	stat_failed_image stat_locked stat_locked_other_image stat_stopped_image stat_unlocked stat_unlocked_failed_image`)

// AsksForFailures are the names by which a program learns which images have failed.
var AsksForFailures = set("failed_images image_status stat_failed_image")

func intrinsicEntity(module, name string) *Symbol {
	switch module {
	case "iso_fortran_env":
		if EnvParallel[name] || envOther[name] {
			kind := Builtin
			if !EnvTypes[name] {
				kind = Parameter
			}
			return &Symbol{Name: name, Original: name, Kind: kind}
		}
	case "iso_c_binding":
		if strings.HasPrefix(name, "c_") {
			return &Symbol{Name: name, Original: name, Kind: Parameter}
		}
	}
	return nil
}

var envOther = set(
	`atomic_int_kind atomic_logical_kind character_kinds character_storage_size error_unit file_storage_size
	input_unit int8 int16 int32 int64 integer_kinds iostat_end iostat_eor iostat_inquire_internal_unit logical8 logical16 logical32
	logical64 logical_kinds numeric_storage_size output_unit real16 real32 real64 real128 real_kinds`)

var intrinsicProcedures = set(
	`abs achar acos acosd acosh acospi adjustl adjustr aimag aint all allocated anint any asin asind asinh
	asinpi associated atan atan2 atan2d atan2pi atand atanh atanpi atomic_add atomic_and atomic_cas atomic_define atomic_fetch_add
	atomic_fetch_and atomic_fetch_or atomic_fetch_xor atomic_or atomic_ref atomic_xor bessel_j0 bessel_j1 bessel_jn bessel_y0
	bessel_y1 bessel_yn bge bgt bit_size ble blt btest c_sizeof ceiling char cmplx co_broadcast co_max co_min co_reduce co_sum
	command_argument_count conjg cos cosd cosh coshape cospi count cpu_time cshift date_and_time dble digits dim dot_product dprod dshiftl
	dshiftr eoshift epsilon erf erfc erfc_scaled event_query execute_command_line exp exponent extends_type_of failed_images
	findloc floor fraction gamma get_command get_command_argument get_environment_variable get_team huge hypot iachar iall iand
	iany ibclr ibits ibset ichar ieor image_index image_status index int ior iparity is_contiguous is_iostat_end is_iostat_eor
	ishft ishftc kind lbound lcobound leadz len len_trim lge lgt lle llt log log10 log_gamma logical maskl maskr matmul max
	maxexponent maxloc maxval merge merge_bits min minexponent minloc minval mod modulo move_alloc mvbits nearest new_line nint
	norm2 not null num_images out_of_range pack parity popcnt poppar precision present product radix random_init random_number
	random_seed range rank real reduce repeat reshape rrspacing same_type_as scale scan selected_char_kind selected_int_kind
	selected_logical_kind selected_real_kind set_exponent shape shifta shiftl shiftr sign sin sind sinh sinpi size spacing split
	spread sqrt stopped_images storage_size sum system_clock tan tand tanh tanpi team_number this_image tiny tokenize trailz
	transfer transpose trim ubound ucobound unpack verify
	alog alog10 amax0 amax1 amin0 amin1 amod cabs ccos cexp clog csin csqrt dabs dacos dasin datan datan2 dcos dcosh ddim dexp
	dint dlog dlog10 dmax1 dmin1 dmod dnint dsign dsin dsinh dsqrt dtan dtanh float iabs idim idint idnint ifix isign max0 max1
	min0 min1 sngl
	loc sizeof flush etime dtime second getarg iargc exit abort sleep system getcwd getpid c_loc c_funloc c_associated
	dcmplx dreal dimag dconjg zabs isnan fdate ctime time and or xor lshift rshift`)

// IsProcedureName tells whether a name is that of an intrinsic procedure.
func IsProcedureName(name string) bool { return intrinsicProcedures[name] }

// OtherIntrinsic tells whether a name is that of a function without arguments that compilers have
// besides the intrinsic procedures of the standard.
func OtherIntrinsic(name string) bool { return otherIntrinsics[name] }

var otherIntrinsics = set(
	`compiler_options compiler_version getgid getuid ierrno irand mclock mclock8 rand secnds time8 ran fnum dtime rtc timef cpu_clock_`)

// extensions are the intrinsic procedures of gfortran that no standard has.
var extensions = set(
	`abort access alarm algama and backtrace besj0 besj1 besjn besy0 besy1 besyn ccotan cdabs cdcos
	cdexp cdlog cdsin cdsqrt chdir chmod complex cotan cotand ctime dacosd dacosh dasind dasinh
	datan2d datand datanh dbesj0 dbesj1 dbesjn dbesy0 dbesy1 dbesyn dcmplx dconjg dcosd dcotan
	dcotand derf derfc dfloat dgamma dimag dlgama dreal dsind dtand dtime etime exit fdate fget
	fgetc flush fnum fput fputc free fseek fstat ftell gerror getarg getcwd getenv getgid getlog
	getpid getuid gmtime hostnm iargc idate ierrno imag imagpart int2 int8 irand isatty isnan
	itime kill lgamma link lnblnk loc long lshift lstat ltime malloc mclock mclock8 or perror ran
	rand realpart rename rshift secnds second short signal sizeof sleep srand stat symlnk system
	time time8 ttynam umask unlink xor zabs zcos zcotan zexp zlog zsin zsqrt`)

// newIn2023 are the intrinsic procedures that Fortran 2023 has and Fortran 2018 does not.
var newIn2023 = set(
	`acosd acospi asind asinpi atan2d atan2pi atand atanpi cosd cospi next previous
	selected_logical_kind sind sinpi split tand tanpi tokenize`)

// isExtension tells whether a name is that of an intrinsic procedure that the standard asked for
// does not have.
func (s *Scope) isExtension(name string) bool {
	if s.prog == nil || !s.prog.opt.NoExtensions || newIn2023[name] && s.prog.opt.With2023 {
		return false
	}
	return extensions[name] || newIn2023[name]
}

// knows tells whether a name that nothing else has is that of an intrinsic procedure.
func (s *Scope) knows(name string) bool { return intrinsicProcedures[name] && !s.isExtension(name) }

// HidesExtension tells whether a procedure that is called by this name in the scope is an external
// one of the program's, only because the standard does not have the intrinsic procedure of that
// name.
func (s *Scope) HidesExtension(name string) bool {
	if !s.isExtension(name) || s.UnknownModule(name) != nil {
		return false
	}
	sym := s.Lookup(name)
	return sym == nil || (sym.Kind == Unknown || sym.Kind == Variable) && sym.Flags&^Typed == 0 &&
		sym.Dims == nil && sym.Codims == nil &&
		sym.Init == nil && sym.Intent == ""
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// resultRule says of which rank and type the result of an intrinsic function is: of a base type,
// with the default kind, or of the type of an argument.
type resultRule struct {
	rank rankRule
	base syntax.BaseType
	like int // the number of that argument; 0: none
	// same: the arguments from like to this one must be of one type and kind, as standards ask, or
	// compilers choose the type. -1: all arguments.
	same    int
	kind    int  // the number of the argument KIND; 0: there is none
	untyped bool // nothing is known of the type
}

// rankRule says of which rank the result of an intrinsic function is.
type rankRule uint8

const (
	otherRank rankRule = iota // callRank has a case for it, or it is not known
	elemental                 // the highest of the arguments
	scalar
	reduction // 0, or with DIM one less than the array
)

var resultRules = func() map[string]resultRule {
	rules := map[string]resultRule{}
	add := func(r resultRule, names string) {
		for _, name := range strings.Fields(names) {
			rules[name] = r
		}
	}
	for _, of := range []struct {
		rank  rankRule
		kind  int
		names string
	}{
		{elemental, 0, `exponent idint idnint ifix image_status leadz max1 min1 popcnt poppar
			trailz`},
		{elemental, 2, "ceiling floor iachar ichar int len_trim maskl maskr nint"},
		{elemental, 4, "index scan verify"},
		{scalar, 0, `command_argument_count digits image_index kind maxexponent minexponent
			num_images precision radix range rank selected_char_kind selected_int_kind
			selected_logical_kind selected_real_kind team_number`},
		{scalar, 2, "len storage_size"},
		{scalar, 3, "size"},
		{reduction, 3, "count"},
		{otherRank, 0, "findloc maxloc minloc this_image"},
		{otherRank, 2, "coshape failed_images shape stopped_images"},
		{otherRank, 3, "lbound lcobound ubound ucobound"},
	} {
		add(resultRule{rank: of.rank, base: syntax.TypeInteger, kind: of.kind}, of.names)
	}
	add(resultRule{rank: elemental, base: syntax.TypeLogical},
		"bge bgt ble blt btest is_iostat_end is_iostat_eor lge lgt lle llt out_of_range")
	add(resultRule{rank: elemental, base: syntax.TypeLogical, kind: 2}, "logical")
	add(resultRule{rank: scalar, base: syntax.TypeLogical},
		"allocated associated extends_type_of is_contiguous present same_type_as")
	add(resultRule{rank: elemental, base: syntax.TypeCharacter, kind: 2}, "achar char")
	add(resultRule{rank: elemental, base: syntax.TypeReal}, "float sngl amax0 amin0")
	add(resultRule{rank: elemental, base: syntax.TypeReal, kind: 2}, "real")
	add(resultRule{rank: elemental, base: syntax.TypeDoublePrecision}, "dble dprod")
	add(resultRule{rank: elemental, base: syntax.TypeComplex, kind: 3}, "cmplx")
	add(resultRule{rank: elemental, like: 1, kind: 2}, "aint anint")
	add(resultRule{rank: elemental, like: 1}, `abs acos acosd acosh acospi adjustl adjustr aimag
		asin asind asinh asinpi atan atand atanh atanpi bessel_j0 bessel_j1 bessel_y0 bessel_y1
		conjg cos cosd cosh cospi dshiftl dshiftr erf erfc erfc_scaled exp fraction gamma ibclr
		ibits ibset ishft ishftc log log10 log_gamma merge_bits nearest not rrspacing scale
		set_exponent shifta shiftl shiftr sin sind sinh sinpi spacing sqrt tan tand tanh tanpi
		alog alog10 amax1 amin1 amod cabs ccos cexp clog csin csqrt dabs dacos dasin datan datan2
		dcos dcosh ddim dexp dint dlog dlog10 dmax1 dmin1 dmod dnint dsign dsin dsinh dsqrt dtan
		dtanh iabs idim isign max0 min0`)
	add(resultRule{rank: elemental, like: 1, same: 2}, `atan2 atan2d atan2pi dim hypot iand ieor
		ior merge mod modulo sign`)
	add(resultRule{rank: elemental, like: 1, same: -1}, "max min")
	add(resultRule{rank: scalar, like: 1}, "bit_size epsilon huge new_line repeat tiny trim")
	add(resultRule{rank: reduction, like: 1},
		"all any iall iany iparity maxval minval norm2 parity product sum")
	add(resultRule{like: 1}, "cshift eoshift pack reduce reshape spread transpose unpack")
	add(resultRule{like: 2}, "transfer bessel_jn bessel_yn")
	add(resultRule{rank: scalar, untyped: true}, "c_sizeof dot_product get_team")
	return rules
}()

// intrinsicResult is the type of a reference to an intrinsic function, without the length of
// characters; nil: declarations do not tell it.
func (s *Scope) intrinsicResult(r *syntax.Ref) *Type {
	name := r.First().Name
	if len(r.Parts) != 1 || !s.CallsIntrinsic(r) {
		return nil
	}
	items := r.Parts[0].Args.Items
	rule, known := resultRules[name]
	if rule.rank == reduction {
		items = arrayFirst(name, items)
	}
	switch name {
	case "dot_product", "matmul":
		return s.typeOfProduct(items)
	case "bessel_jn", "bessel_yn": // (N, X), and (N1, N2, X)
		rule.like = len(items)
	case "maxloc", "minloc", "findloc": // KIND stands in different places there
		if len(items) > 2 && items[len(items)-1].Keyword == nil {
			return nil
		}
	}
	var like *Type // once: arguments may be references like this one
	if rule.like > 0 || name == "real" || name == "cmplx" {
		like = s.typeOfArgument(items, max(rule.like, 1))
	}
	if rule.same < 0 {
		rule.same = len(items)
	}
	for i := rule.like; i > 0 && i < rule.same && like != nil; i++ {
		if t := s.typeOfArgument(items, i+1); t == nil || t.Base != like.Base ||
			t.DerivedOf() != like.DerivedOf() || sameKind(like, t) != certain {
			return nil
		}
	}
	if name == "cmplx" && like != nil && isComplex(like) {
		rule.kind = 2
	}
	kind := kindArgument(items, rule.kind)
	switch {
	case !known || rule.untyped:
		return nil
	case kind != nil:
		base := rule.base
		if rule.like > 0 {
			base = syntax.TypeReal // AINT and ANINT
		}
		return &Type{Base: base, Scope: s,
			Spec: &syntax.TypeSpec{Range: kind.Span(), Base: base, Kind: kind}}
	case name == "abs" || name == "cabs" || name == "aimag" || name == "real":
		if like != nil && isComplex(like) {
			return partOfComplex(like, "re")
		}
		if name == "real" && like != nil {
			break
		}
		return like
	case rule.like > 0:
		return like
	}
	return &Type{Base: rule.base, Scope: s}
}

// typeOfProduct is the type of a product of two arrays, as that of their elements.
func (s *Scope) typeOfProduct(items []*syntax.Arg) *Type {
	a, b := s.typeOfArgument(items, 1), s.typeOfArgument(items, 2)
	switch {
	case a == nil || b == nil || a.Base == syntax.TypeDerived || b.Base == syntax.TypeDerived:
		return nil
	case a.Base == b.Base && sameKind(a, b) == certain, numeric(a) && b.Base == syntax.TypeInteger:
		return a
	case numeric(b) && a.Base == syntax.TypeInteger:
		return b
	}
	return nil
}

func isComplex(t *Type) bool {
	return t.Base == syntax.TypeComplex || t.Base == syntax.TypeDoubleComplex
}

// kindArgument is the argument KIND in the place where a function has it, or with its name; nil:
// it is absent.
func kindArgument(items []*syntax.Arg, place int) (kind syntax.Expr) {
	for i, a := range items {
		if a.Keyword == nil && i+1 == place || a.Keyword != nil && a.Keyword.Name == "kind" {
			kind = a.Value
		}
	}
	return kind
}

// typeOfArgument is the type of an argument without a keyword, as that of a result: polymorphic
// ones and lengths are left out, which other arguments may change.
func (s *Scope) typeOfArgument(items []*syntax.Arg, n int) *Type {
	if n > len(items) || items[n-1].Keyword != nil {
		return nil
	}
	t := s.TypeOf(items[n-1].Value)
	switch {
	case t == nil || t.IsPolymorphic() || t.Base == syntax.TypeStar:
		return nil
	case t.Base != syntax.TypeCharacter:
		return t
	case t.kindExpr() == nil:
		return &Type{Base: t.Base, Scope: t.Scope}
	}
	return &Type{Base: t.Base, Scope: t.Scope,
		Spec: &syntax.TypeSpec{Range: t.Spec.Range, Base: t.Base, Kind: t.Spec.Kind}}
}
