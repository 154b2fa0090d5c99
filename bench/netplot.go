package bench

import (
	"fmt"
	"image/color"
	"os"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// plotHalos draws where packing begins to pay: the time of a halo by its length, packed and element
// by element, for the first way that has figures.
func (b *bench) plotHalos(file string) error {
	for _, w := range b.measured() {
		p, err := b.haloPlot(w)
		if err != nil {
			return fmt.Errorf("bench: plot: %w", err)
		}
		out, err := os.Create(file)
		if err != nil {
			return fmt.Errorf("bench: plot: %w", err)
		}
		canvas := vgsvg.New(16*vg.Centimeter, 11*vg.Centimeter)
		p.Draw(draw.New(canvas))
		_, err = canvas.WriteTo(out)
		if closing := out.Close(); err == nil {
			err = closing
		}
		return err
	}
	return fmt.Errorf("bench: plot: no figures of halos")
}

func (b *bench) haloPlot(w netWay) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = "Halo of elements with a stride, " + w.name
	p.X.Label.Text, p.Y.Label.Text = "elements of 8 bytes", "µs until complete at the other image"
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{Prec: -1}, plot.LogTicks{Prec: -1}
	p.Legend.Top, p.Legend.Left = true, true
	p.Add(plotter.NewGrid())
	lines := []struct {
		title, system, kind string
		color               color.Color
	}{
		{"element by element, each complete", w.each(), "singly", color.RGBA{R: 200, A: 255}},
		{"element by element, complete at the end of the segment", w.name, "singly",
			color.RGBA{R: 220, G: 140, A: 255}},
		{"packed", w.name, "packed", color.RGBA{B: 200, A: 255}},
		{"contiguous on both sides", w.name, "whole", color.Gray{Y: 120}},
	}
	for _, l := range lines {
		var points plotter.XYs
		for _, n := range netSizes(128 << 10) {
			if ns, there := b.results.onNet(l.system, fmt.Sprintf("%s/%d", l.kind, n)); there {
				points = append(points, plotter.XY{X: float64(n / netElement), Y: ns / 1e3})
			}
		}
		if len(points) == 0 {
			continue
		}
		line, err := plotter.NewLine(points)
		if err != nil {
			return nil, err
		}
		line.Color, line.Width = l.color, vg.Points(1.5)
		p.Add(line)
		p.Legend.Add(l.title, line)
	}
	return p, nil
}
