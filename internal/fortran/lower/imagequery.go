package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Inquiry functions about images and teams, each with all forms of its arguments.

// isTeam tells whether an expression is of type TEAM_TYPE.
func (x *stmt) isTeam(e syntax.Expr) bool {
	if r, ok := e.(*syntax.Ref); ok && len(r.Parts) == 1 && r.First().Name == "get_team" &&
		x.scope.IsIntrinsic("get_team") {
		return true
	}
	t, _ := x.scope.OperandType(e) // of what a generic name or an operator means here
	return t.IsBuiltin("team_type")
}

// value rewrites an argument and gives its text.
func (x *stmt) value(e syntax.Expr) string {
	x.expr(e)
	return x.t.Render(e.Span())
}

// thisImage is THIS_IMAGE ([TEAM]), (COARRAY [, TEAM]) or (COARRAY, DIM [, TEAM]) (F2018 16.9.190).
func (x *stmt) thisImage(r *syntax.Ref, args map[string]syntax.Expr) string {
	coarray, dim, team := args["coarray"], args["dim"], args["team"]
	if coarray != nil && x.isTeam(coarray) {
		coarray, team = nil, coarray
	}
	if dim != nil && x.isTeam(dim) {
		dim, team = nil, dim
	}
	me := ""
	if team != nil {
		me = x.l.use("coral_this_image_of") + x.ofTeam(team, r.First().Name)
	} else {
		me = x.l.use("coral_me")
	}
	if coarray == nil {
		return me
	}
	sym, local := x.inquired(coarray)
	if sym == nil {
		x.l.errorf("C0140", coarray.Span(),
			"the argument of THIS_IMAGE is neither a coarray nor a team")
		return ""
	}
	if dim != nil {
		return fmt.Sprintf("%s(%s, %s, int(%s))", x.l.use("coral_cosubscript"), me,
			x.cobounds(sym, local), x.value(dim))
	}
	return fmt.Sprintf("%s(%s, %s)", x.l.use("coral_cosubscripts"), me, x.cobounds(sym, local))
}

// numImages is NUM_IMAGES ([TEAM]) or (TEAM_NUMBER) (F2018 16.9.145).
func (x *stmt) numImages(r *syntax.Ref, args map[string]syntax.Expr) string {
	if team := teamOf(args); team != nil {
		return x.teamSize(team, r.First().Name)
	}
	return x.l.use("coral_num")
}

// teamOf is the argument that says of which team a function asks: TEAM or TEAM_NUMBER; nil: none.
func teamOf(args map[string]syntax.Expr) syntax.Expr {
	if team := args["team"]; team != nil {
		return team
	}
	return args["team_number"]
}

// teamSize is the number of images of a team or of that with a number.
func (x *stmt) teamSize(team syntax.Expr, function string) string {
	return x.l.use("coral_team_size") + x.ofTeam(team, function)
}

// ofTeam is the list of arguments of a question about a team; function is what the program asks by,
// which messages name.
func (x *stmt) ofTeam(team syntax.Expr, function string) string {
	return "(" + joinArgs(x.value(team), x.where(), "'"+function+"'") + ")"
}

// imageIndexOf is IMAGE_INDEX (COARRAY, SUB [, TEAM or TEAM_NUMBER]) (F2018 16.9.97).
func (x *stmt) imageIndexOf(r *syntax.Ref, args map[string]syntax.Expr) string {
	if args["sub"] == nil {
		return ""
	}
	sym, local := x.inquired(args["coarray"])
	if sym == nil {
		x.l.errorf("C0140", r.Range, "the first argument of IMAGE_INDEX is not a coarray")
		return ""
	}
	images := ""
	if team := teamOf(args); team != nil {
		images = x.teamSize(team, "image_index")
	}
	return fmt.Sprintf("%s(%s)", x.l.use("coral_image_index"),
		joinArgs("int("+x.value(args["sub"])+", "+x.l.use("coral_ik")+")", x.cobounds(sym, local),
			images))
}

func (x *stmt) getTeam(r *syntax.Ref, args map[string]syntax.Expr) string {
	level := ""
	if e := args["level"]; e != nil {
		level = joinArgs(x.value(e), x.where())
	}
	return x.l.use("coral_get_team") + "(" + level + ")"
}

func (x *stmt) teamNumber(r *syntax.Ref, args map[string]syntax.Expr) string {
	team := ""
	if e := args["team"]; e != nil {
		team = joinArgs(x.value(e), x.where())
	}
	return x.l.use("coral_team_number") + "(" + team + ")"
}

// imageStatus is IMAGE_STATUS (IMAGE [, TEAM]) (F2018 16.9.98).
func (x *stmt) imageStatus(r *syntax.Ref, args map[string]syntax.Expr) string {
	if args["image"] == nil {
		return ""
	}
	team := ""
	if e := args["team"]; e != nil {
		team = x.value(e)
	}
	return fmt.Sprintf("%s(%s)", x.inPure("coral_image_status"),
		joinArgs("int("+x.value(args["image"])+")", x.where(), team))
}

// goneImages is FAILED_IMAGES or STOPPED_IMAGES ([TEAM, KIND]) (F2018 16.9.77, 16.9.183).
func (x *stmt) goneImages(r *syntax.Ref, args map[string]syntax.Expr) string {
	team := ""
	if e := args["team"]; e != nil {
		team = x.value(e)
	}
	text := x.inPure("coral_"+strings.ToLower(r.First().Name)) + "(" + joinArgs(x.where(), team) +
		")"
	if k := args["kind"]; k != nil {
		text = "int(" + text + ", " + x.t.Render(k.Span()) + ")"
	}
	return text
}
