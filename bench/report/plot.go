package report

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/coral-pgas/coral/bench/record"
)

// Colours of a plot are drawn as these, and become the page's own afterwards, which differ between
// light and dark: see paint.
var (
	ink  = color.RGBA{R: 1, G: 2, B: 3, A: 255}
	grid = color.RGBA{R: 1, G: 2, B: 4, A: 255}
)

// seriesColor is that of series i, likewise.
func seriesColor(i int) color.RGBA { return color.RGBA{R: 2, G: 1, B: uint8(i % hues), A: 255} }

// hues is how many colours of series the page has.
const hues = 8

// glyphs mark the points of series, and symbols show them in the legend: colours alone are not told
// apart by everybody, nor on paper.
var (
	glyphs = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.SquareGlyph{}, draw.PyramidGlyph{},
		draw.RingGlyph{}, draw.BoxGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{},
		draw.PlusGlyph{}}
	symbols = []string{"●", "■", "▲", "○", "□", "△", "✕", "✚"}
)

const (
	width  = 16 * vg.Centimeter
	height = 9.5 * vg.Centimeter
	margin = 0.5 * vg.Centimeter
)

// drawFigure gives a figure as SVG, with a tooltip at each point.
func drawFigure(f record.Figure) (string, error) {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = f.X, f.Y
	style(p)
	if f.LogX {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, powers{base: 2}
	}
	if f.LogY && f.Names == nil {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, powers{base: 10}
	}
	lines := plotter.NewGrid()
	lines.Horizontal.Color, lines.Vertical.Color = grid, grid
	if f.Names != nil {
		lines.Vertical.Color = nil
	}
	p.Add(lines)
	var err error
	if f.Names != nil {
		err = addBars(p, f)
	} else {
		err = addLines(p, f)
	}
	if err != nil {
		return "", err
	}
	canvas := vgsvg.New(width, height)
	whole := draw.Crop(draw.New(canvas), 0, -margin, 0, -margin/2) // for the last tick's label
	p.Draw(whole)
	var text bytes.Buffer
	if _, err := canvas.WriteTo(&text); err != nil {
		return "", err
	}
	_, svg, _ := strings.Cut(text.String(), "<svg")
	svg = "<svg role=\"img\" aria-label=\"" + html.EscapeString(f.Title) + "\"" + svg
	end := strings.LastIndex(svg, "</svg>")
	return paint(svg[:end]) + tooltips(p, whole, f) + "</svg>", nil
}

// light are the page's colours of series on white, for figures by themselves.
var light = [hues]string{"#0b6bcb", "#d1480a", "#16803c", "#8b3fb5", "#a16f00", "#c2185b",
	"#00838f", "#5d4037"}

// drawAlone gives a figure as an SVG file: the title above, the legend below.
func drawAlone(f record.Figure) (string, error) {
	svg, err := drawFigure(f)
	if err != nil {
		return "", err
	}
	pairs := []string{"var(--ink)", "#000000", "var(--grid)", "#dddddd",
		`class="point"`, `fill-opacity="0"`}
	for i, c := range light {
		pairs = append(pairs, fmt.Sprintf("var(--s%d)", i), c)
	}
	svg = strings.NewReplacer(pairs...).Replace(svg)
	const line = 14.0
	list := legend(f)
	tall := height.Points() + line*float64(2+len(list))
	var words strings.Builder
	fmt.Fprintf(&words, `<text x="4" y="%g" font-family="sans-serif" font-size="11">%s</text>`,
		-0.4*line, html.EscapeString(f.Title))
	for i, entry := range list {
		fmt.Fprintf(&words, `<text x="40" y="%g" font-family="sans-serif" font-size="10" `+
			`fill="%s">%s %s</text>`, height.Points()+line*float64(1+i), light[entry.Hue],
			entry.Symbol, html.EscapeString(entry.Name))
	}
	end := strings.LastIndex(svg, "</svg>")
	_, rest, _ := strings.Cut(svg[:end], ">") // behind the opening tag
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%gpt" height="%gpt" `+
		`viewBox="0 %g %g %g">`, width.Points(), tall, -line, width.Points(), tall) + rest +
		words.String() + "</svg>\n", nil
}

// style sets what all plots have alike.
func style(p *plot.Plot) {
	p.BackgroundColor = nil
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Color, axis.Tick.Color = ink, ink
		axis.Label.TextStyle.Color, axis.Tick.Label.Color = ink, ink
		axis.Label.TextStyle.Font.Variant = "Sans"
		axis.Tick.Label.Font.Variant = "Sans"
		axis.Tick.Label.Font.Size, axis.Label.TextStyle.Font.Size = vg.Points(9), vg.Points(10)
	}
}

func addLines(p *plot.Plot, f record.Figure) error {
	for i, s := range f.Series {
		var points plotter.XYs
		for _, at := range s.Points {
			points = append(points, plotter.XY{X: at.X, Y: at.Y})
		}
		if len(points) == 0 {
			continue
		}
		line, marks, err := plotter.NewLinePoints(points)
		if err != nil {
			return err
		}
		line.Color, line.Width = seriesColor(i), vg.Points(1.4)
		if i >= hues {
			line.Dashes = []vg.Length{vg.Points(4), vg.Points(2)}
		}
		marks.Color, marks.Shape, marks.Radius = seriesColor(i), glyphs[i%len(glyphs)],
			vg.Points(2.6)
		spread, err := plotter.NewYErrorBars(ranges(s.Points))
		if err != nil {
			return err
		}
		spread.Color, spread.CapWidth = seriesColor(i), vg.Points(3)
		p.Add(line, marks, spread)
	}
	return nil
}

// ranges are points with how far their least and greatest value lie away.
type ranges []record.Point

func (r ranges) Len() int                         { return len(r) }
func (r ranges) XY(i int) (x, y float64)          { return r[i].X, r[i].Y }
func (r ranges) YError(i int) (low, high float64) { return r[i].Y - r[i].Low, r[i].High - r[i].Y }

// barWidth is that of one bar, of so many beside each other in so many groups.
func barWidth(series, groups int) vg.Length {
	return vg.Length(0.75 * float64(width) * 0.85 / float64(max(series*groups, 1)))
}

func addBars(p *plot.Plot, f record.Figure) error {
	wide := barWidth(len(f.Series), len(f.Names))
	for i, s := range f.Series {
		values := make(plotter.Values, len(f.Names))
		for _, at := range s.Points {
			values[int(at.X)] = barHeight(f, at.Y)
		}
		bars, err := plotter.NewBarChart(values, wide)
		if err != nil {
			return err
		}
		bars.Color, bars.LineStyle.Width = seriesColor(i), 0
		bars.Offset = wide * vg.Length(float64(i)-float64(len(f.Series)-1)/2)
		p.Add(bars)
	}
	p.NominalX(f.Names...)
	p.Y.Min = 0
	if f.LogY {
		p.Y.Tick.Marker = decades{floorOf(f)}
	}
	return nil
}

// floorOf is the power of ten, as its exponent, at which bars on a logarithmic axis begin: the last
// one below all values.
func floorOf(f record.Figure) float64 {
	least := math.Inf(1)
	for _, s := range f.Series {
		for _, at := range s.Points {
			if at.Y > 0 {
				least = min(least, at.Y)
			}
		}
	}
	return math.Ceil(math.Log10(least)) - 1
}

// barHeight is where a bar of a value ends on an axis that begins at 0: the library's logarithmic
// axes have no 0, at which its bars begin.
func barHeight(f record.Figure, y float64) float64 {
	if !f.LogY {
		return y
	}
	return max(math.Log10(y)-floorOf(f), 0)
}

// decades are the ticks of such an axis.
type decades struct{ floor float64 }

// Ticks is plot.Ticker's.
func (t decades) Ticks(_, greatest float64) (ticks []plot.Tick) {
	for k := 0.0; k <= greatest; k++ {
		ticks = append(ticks, plot.Tick{Value: k, Label: figureText(math.Pow(10, k+t.floor))})
	}
	return ticks
}

// paint gives a plot the colours of the page.
func paint(svg string) string {
	var pairs []string
	hex := func(c color.RGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }
	pairs = append(pairs, hex(ink), "var(--ink)", hex(grid), "var(--grid)")
	for i := range hues {
		pairs = append(pairs, hex(seriesColor(i)), fmt.Sprintf("var(--s%d)", i))
	}
	return strings.NewReplacer(pairs...).Replace(svg)
}

// tooltips are circles at the points, which show their values where the mouse is.
func tooltips(p *plot.Plot, whole draw.Canvas, f record.Figure) string {
	inner := p.DataCanvas(whole)
	toX, toY := p.Transforms(&inner)
	wide := barWidth(len(f.Series), len(f.Names))
	var text strings.Builder
	for i, s := range f.Series {
		for _, at := range s.Points {
			x, y := toX(at.X), at.Y
			if f.Names != nil {
				y = barHeight(f, at.Y)
				x += wide * vg.Length(float64(i)-float64(len(f.Series)-1)/2)
			}
			fmt.Fprintf(&text, `<circle class="point" cx="%.2f" cy="%.2f" r="5" fill="var(--s%d)">`+
				"<title>%s</title></circle>\n", x.Points(), (height - toY(y)).Points(), i%hues,
				html.EscapeString(s.Name+", "+label(f, at)))
		}
	}
	return text.String()
}

// label is what is said of a point.
func label(f record.Figure, at record.Point) string {
	x := f.X + " " + figureText(at.X)
	if f.Names != nil {
		x = f.Names[int(at.X)]
	}
	text := fmt.Sprintf("%s: %s %s", x, figureText(at.Y), f.Y)
	if at.Low < at.High {
		text += fmt.Sprintf(" (%s to %s)", figureText(at.Low), figureText(at.High))
	}
	return text
}

// figureText is a number with three or four digits, as a person writes it.
func figureText(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e9 {
		return fmt.Sprintf("%.0f", v)
	}
	if v != 0 && math.Abs(v) < 1e-3 {
		return fmt.Sprintf("%.2e", v)
	}
	digits := max(0, 2-int(math.Floor(math.Log10(math.Abs(v)))))
	text := fmt.Sprintf("%.*f", digits, v)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// powers are ticks at the powers of a base; those of 2 are named as sizes in bytes are.
type powers struct{ base float64 }

// Ticks is plot.Ticker's.
func (t powers) Ticks(least, greatest float64) (ticks []plot.Tick) {
	if least <= 0 {
		return nil
	}
	log := func(v float64) float64 { return math.Log(v) / math.Log(t.base) }
	from, to := int(math.Ceil(log(least)-1e-9)), int(math.Floor(log(greatest)+1e-9))
	step := max(1, (to-from)/8)
	for k := from; k <= to; k++ {
		tick := plot.Tick{Value: math.Pow(t.base, float64(k))}
		if (k-from)%step == 0 {
			tick.Label = t.name(k)
		}
		ticks = append(ticks, tick)
	}
	if t.base == 10 && to-from < 2 { // less than two decades: also 2 and 5
		for k := from - 1; k <= to; k++ {
			for _, m := range []float64{2, 5} {
				if v := m * math.Pow(10, float64(k)); v >= least && v <= greatest {
					ticks = append(ticks, plot.Tick{Value: v, Label: figureText(v)})
				}
			}
		}
	}
	return ticks
}

func (t powers) name(k int) string {
	if t.base == 10 || k < 10 {
		return figureText(math.Pow(t.base, float64(k)))
	}
	units := []string{"", "Ki", "Mi", "Gi", "Ti"}
	return fmt.Sprintf("%d %s", 1<<(k%10), units[min(k/10, len(units)-1)])
}
