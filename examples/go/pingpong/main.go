// Pingpong measures how long data takes to another image and back, for messages of 8 bytes
// to 8 MiB, by put and by get, and checks what arrives.
//
//	go run ./examples/go/pingpong
package main

import (
	"context"
	"flag"
	"fmt"
	"time"

	"github.com/coral-pgas/coral/coarray"
)

const longest = 1 << 20 // elements

func main() {
	seconds := flag.Float64("t", 0.1, "time for each row, in `seconds`")
	flag.Parse()
	coarray.Main(func(ctx context.Context, me *coarray.Image) error {
		if me.NumImages() != 2 {
			return fmt.Errorf("a ping-pong is for two images, not %d", me.NumImages())
		}
		return pingpong(ctx, me, time.Duration(*seconds*1e9))
	}, coarray.Images(2))
}

func pingpong(ctx context.Context, me *coarray.Image, limit time.Duration) error {
	ball, err := coarray.New[float64](ctx, me, longest)
	if err != nil {
		return err
	}
	come, err := coarray.NewEvents(ctx, me, 1)
	if err != nil {
		return err
	}
	p := player{me: me, other: 3 - me.Index(), ball: ball, come: come,
		mine: make([]float64, longest)}
	if me.Index() == 1 {
		fmt.Printf("%10s %15s %12s %15s %12s\n", "bytes", "put, one way", "GB/s", "get, one way",
			"GB/s")
	}
	for n := 1; n <= longest; n *= 4 {
		put, err := p.time(ctx, n, limit, p.put, false)
		if err != nil {
			return err
		}
		get, err := p.time(ctx, n, limit, p.get, true)
		if err != nil {
			return err
		}
		if me.Index() == 1 {
			bytes := float64(8 * n)
			fmt.Printf("%10d %12.3f µs %12.3f %12.3f µs %12.3f\n", 8*n,
				put.Seconds()*1e6, bytes/put.Seconds()/1e9, get.Seconds()*1e6,
				bytes/get.Seconds()/1e9)
		}
	}
	return nil
}

// player is one side of the table.
type player struct {
	me    *coarray.Image
	other int
	ball  *coarray.Coarray[float64]
	come  *coarray.Events
	mine  []float64 // not a coarray
}

// put sends n elements to the other image and says so.
func (p *player) put(n int, value float64) error {
	p.mine[0], p.mine[n-1] = value, value
	if err := p.ball.At(p.other).Put(0, p.mine[:n]); err != nil {
		return err
	}
	return p.come.Post(p.other, 0)
}

// get lays n elements out for the other image and says so; who is told fetches them in await.
func (p *player) get(n int, value float64) error {
	p.ball.Local()[0], p.ball.Local()[n-1] = value, value
	return p.come.Post(p.other, 0)
}

// await waits for the other's ball and checks it.
func (p *player) await(ctx context.Context, n int, value float64, fetch bool) error {
	if err := p.come.Wait(ctx, 0); err != nil {
		return err
	}
	got := p.ball.Local()
	if fetch {
		got = p.mine
		if err := p.ball.At(p.other).Get(0, got[:n]); err != nil {
			return err
		}
	}
	if got[0] != value || got[n-1] != value {
		return fmt.Errorf("%d elements: %v and %v came, not %v", n, got[0], got[n-1], value)
	}
	return nil
}

// time plays with n elements until the limit and gives the time of one way. fetch
// says that the ball is fetched by who waits for it.
func (p *player) time(ctx context.Context, n int, limit time.Duration,
	serve func(n int, value float64) error,
	fetch bool) (time.Duration, error) {
	rounds := 1
	for {
		if err := p.me.SyncAll(ctx); err != nil {
			return 0, err
		}
		start := time.Now()
		for round := range rounds {
			value := float64(round)
			if p.me.Index() == 1 {
				if err := serve(n, value); err != nil {
					return 0, err
				}
			}
			if err := p.await(ctx, n, value, fetch); err != nil {
				return 0, err
			}
			if p.me.Index() == 2 {
				if err := serve(n, value); err != nil {
					return 0, err
				}
			}
		}
		elapsed, err := coarray.Broadcast(ctx, p.me, time.Since(start), 1)
		if err != nil || elapsed >= limit {
			return elapsed / time.Duration(2*rounds), err
		}
		rounds = max(2*rounds, int(float64(rounds)*float64(limit)/float64(elapsed+1)))
	}
}
