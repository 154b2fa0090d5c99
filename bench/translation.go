package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// translation measures Coral's own part of a compilation beside the back end's, on a long source.
func (b *bench) translation(ctx context.Context) {
	dir := filepath.Join(b.dir, "translation")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		b.results.fail(err)
		return
	}
	source := filepath.Join(dir, "long.f90")
	if err := os.WriteFile(source, []byte(longSource()), 0o666); err != nil {
		b.results.fail(err)
		return
	}
	seconds := func(arguments ...string) float64 {
		_, u, err := b.execute(ctx, os.Environ(), append([]string{b.Coral}, arguments...), nil)
		if err != nil {
			b.results.fail(fmt.Errorf("compiling %d lines: %w", translatedLines, err))
		}
		return u.Wall.Seconds()
	}
	if ctx.Err() != nil {
		return
	}
	b.progress("compiling %d lines", translatedLines)
	own := seconds("translate", "-o", filepath.Join(dir, "translated.f90"), source)
	whole := seconds("fc", translateFlag, "-J", dir, "-c", "-o", filepath.Join(dir, "long.o"),
		source)
	b.results.add(key{"Fortran", "translate", translateFlag},
		sample{"own": own, "back": whole - own})
}

// longSource is the modules of one of the benchmark's programs again and again, under other names.
func longSource() string {
	text, err := sources.ReadFile("micro/fortran/sections.f90")
	if err != nil {
		panic(err) // embedded
	}
	modules, _, _ := strings.Cut(string(text), "\nprogram ")
	var long strings.Builder
	for copy, lines := 1, 0; lines < translatedLines; copy++ {
		for _, name := range []string{"section_data", "section_kernels"} {
			modules = strings.ReplaceAll(modules, fmt.Sprintf("%s_%d", name, copy-1), name)
			modules = strings.ReplaceAll(modules, name, fmt.Sprintf("%s_%d", name, copy))
		}
		long.WriteString(modules + "\n")
		lines += strings.Count(modules, "\n") + 1
	}
	return long.String()
}
