package gomicro

import "context"
import "github.com/coral-pgas/coral/coarray"

const length = 1024 // elements of one sweep: they fit into the first-level cache

type record struct {
	_ int64 // v begins inside of the record
	v [length]int64
}

// element measures single elements put to and got from another image.
func element(ctx context.Context, r *run) error {
	x, err := coarray.New[int64](ctx, r.me, length)
	if err != nil {
		return err
	}
	records, err := coarray.New[record](ctx, r.me, 1)
	if err != nil {
		return err
	}
	image := make([]int, length) // 1 2 1 2 ..
	for i := range image {
		image[i] = 1 + i%r.me.NumImages()
	}
	if r.me.Index() == 1 {
		y := make([]int64, length)
		slices(r, x, y)
		accessors(r, x, y)
		fields(r, records)
		varying(r, x, image)
	}
	return r.me.SyncAll(ctx)
}

func storeAll(memory []int64) kernel {
	return func(sweeps int) {
		for s := range sweeps {
			for i := range memory {
				memory[i] = int64(s)
			}
			opaque(memory)
		}
	}
}

func loadAll(memory []int64) kernel {
	return func(sweeps int) {
		folded := int64(0)
		for range sweeps {
			for i := range memory {
				folded ^= memory[i]
			}
			opaque(memory)
		}
		opaque([]int64{folded})
	}
}

func slices(r *run, x *coarray.Coarray[int64], y []int64) {
	there := x.At(r.partner).Slice()
	r.measure("put", "slice", length, storeAll(y), storeAll(there))
	r.measure("get", "slice", length, loadAll(y), loadAll(there))
}

func accessors(r *run, x *coarray.Coarray[int64], y []int64) {
	there := x.At(r.partner)
	r.measure("put", "element", length, storeAll(y), func(sweeps int) {
		for s := range sweeps {
			for i := range length {
				there.Store(i, int64(s))
			}
			opaque(y)
		}
	})
	r.measure("get", "element", length, loadAll(y), func(sweeps int) {
		folded := int64(0)
		for range sweeps {
			for i := range length {
				folded ^= there.Load(i)
			}
			opaque(y)
		}
		opaque([]int64{folded})
	})
}

func fields(r *run, records *coarray.Coarray[record]) {
	here, there := make([]record, 1), records.At(r.partner).Slice()
	stores := func(of []record) kernel {
		return func(sweeps int) {
			for s := range sweeps {
				for i := range length {
					of[0].v[i] = int64(s)
				}
				opaque(of)
			}
		}
	}
	loads := func(of []record) kernel {
		return func(sweeps int) {
			folded := int64(0)
			for range sweeps {
				for i := range length {
					folded ^= of[0].v[i]
				}
				opaque(of)
			}
			opaque([]int64{folded})
		}
	}
	r.measure("put", "component", length, stores(here), stores(there))
	r.measure("get", "component", length, loads(here), loads(there))
}

// varying takes another image in every step, beside rows of a local table.
func varying(r *run, x *coarray.Coarray[int64], image []int) {
	table := make([][]int64, r.me.NumImages()+1)
	for k := range table {
		table[k] = make([]int64, length)
	}
	r.measure("put", "varying", length, func(sweeps int) {
		for s := range sweeps {
			for i, k := range image {
				table[k][i] = int64(s)
			}
			opaque(table)
		}
	}, func(sweeps int) {
		for s := range sweeps {
			for i, k := range image {
				x.At(k).Store(i, int64(s))
			}
			opaque(table)
		}
	})
	r.measure("get", "varying", length, func(sweeps int) {
		folded := int64(0)
		for range sweeps {
			for i, k := range image {
				folded ^= table[k][i]
			}
			opaque(table)
		}
		opaque([]int64{folded})
	}, func(sweeps int) {
		folded := int64(0)
		for range sweeps {
			for i, k := range image {
				folded ^= x.At(k).Load(i)
			}
			opaque(table)
		}
		opaque([]int64{folded})
	})
}
