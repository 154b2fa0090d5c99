// Command gen writes docs/providers.md. With -measured it takes the figures of that page from what
// `coral bench net --report` has written:
//
//	coral bench net --report build/net
//	go run ./internal/provider/gen -measured build/net.json -figures internal/provider/measured.json
//	go generate ./internal/provider
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/coral-pgas/coral/internal/provider"
)

func main() {
	output := flag.String("o", "", "file to write the page to")
	record := flag.String("measured", "", "report of coral bench net (JSON) with the figures")
	figures := flag.String("figures", "", "file to write these to")
	flag.Parse()
	err := write(*output, []byte(provider.Markdown()))
	if *record != "" {
		err = errors.Join(err, take(*record, *figures))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func take(record, figures string) error {
	text, err := os.ReadFile(record)
	if err != nil {
		return err
	}
	if text, err = provider.FiguresOf(text); err != nil {
		return fmt.Errorf("%s: %w", record, err)
	}
	return write(figures, text)
}

func write(file string, text []byte) error {
	if file == "" {
		return nil
	}
	return os.WriteFile(file, text, 0o644)
}
