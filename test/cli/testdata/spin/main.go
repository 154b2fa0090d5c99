// Command spin computes on each image until a file "go" is there; image 1 waits for a goroutine
// that does.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/coral-pgas/coral/coarray"
)

func main() {
	coarray.Main(func(ctx context.Context, me *coarray.Image) error {
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		fmt.Println("up")
		if me.Index() == 1 {
			done := make(chan int)
			go func() { done <- sweep() }()
			<-done
		} else {
			sweep()
		}
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		fmt.Println("over")
		return nil
	})
}

func sweep() (turns int) {
	for {
		for range 20000000 {
			turns++
		}
		if _, err := os.Stat("go"); err == nil {
			return turns
		}
	}
}
