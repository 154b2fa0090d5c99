package conduit

// Sections by the reference implementation: a message carries as many runs of a vector as it has
// room for, packed.

// messages cuts a vector into parts that fit into messages.
func (r *reference) messages(v Vector, f func(Vector) error) error {
	most := r.c.MaxPayload() / v.N
	for rest := v.Count; rest > 0; rest -= v.Count {
		v.Count = min(most, rest)
		if err := f(v); err != nil {
			return err
		}
		v.A += uint64(int64(v.Count) * v.StepA)
		v.B += uint64(int64(v.Count) * v.StepB)
	}
	return nil
}

func (v *Vector) args(id uint64) [4]uint64 {
	return [4]uint64{id, v.A, uint64(v.StepA), uint64(v.N)<<32 | uint64(v.Count)}
}

func (r *reference) PutStrided(rank int, remote Section, src []byte, local Section) error {
	buffer := make([]byte, r.c.MaxPayload())
	return Vectors(remote, local, func(v Vector) error {
		if v.N > len(buffer) {
			for i := range int64(v.Count) {
				at := v.B + uint64(i*v.StepB)
				if err := r.Put(rank, v.A+uint64(i*v.StepA), src[at:at+uint64(v.N)]); err != nil {
					return err
				}
			}
			return nil
		}
		return r.messages(v, func(v Vector) error {
			data := buffer[:v.N*v.Count]
			Pack(data, src, v.B, v.StepB, v.N)
			id := r.begin(&request{rank: rank, left: 1, put: true})
			return r.send(rank, Message{Handler: handlePutVector, Args: v.args(id), Payload: data})
		})
	})
}

func (r *reference) onPutVector(m Arrived) {
	Unpack(r.whole(), m.Args[1], int64(m.Args[2]), int(m.Args[3]>>32), m.Payload)
	m.Reply(Message{Handler: handleDone, Args: [4]uint64{m.Args[0]}})
}

// GetStrided asks for all parts before it waits for the first.
func (r *reference) GetStrided(rank int, remote Section, dst []byte, local Section) error {
	type part struct {
		id uint64
		q  *request
	}
	var parts []part
	err := Vectors(remote, local, func(v Vector) error {
		if v.N > r.c.MaxPayload() {
			for i := range int64(v.Count) {
				at := v.B + uint64(i*v.StepB)
				if err := r.Get(rank, v.A+uint64(i*v.StepA), dst[at:at+uint64(v.N)]); err != nil {
					return err
				}
			}
			return nil
		}
		return r.messages(v, func(v Vector) error {
			q := &request{rank: rank, dst: dst, runs: v, left: 1}
			id := r.begin(q)
			parts = append(parts, part{id, q})
			return r.send(rank, Message{Handler: handleGetVector, Args: v.args(id)})
		})
	})
	for _, p := range parts {
		// Also after an error: nothing must touch dst when this returns.
		if e := r.waitFor(p.id, p.q); err == nil {
			err = e
		}
	}
	return err
}

func (r *reference) onGetVector(m Arrived) {
	n, count := int(m.Args[3]>>32), int(m.Args[3]&0xffffffff)
	data := make([]byte, n*count)
	Pack(data, r.whole(), m.Args[1], int64(m.Args[2]), n)
	m.Reply(Message{Handler: handleData, Args: [4]uint64{m.Args[0]}, Payload: data})
}

// whole is all of this image's slot.
func (r *reference) whole() []byte { return r.seg.Bytes(0, int(r.seg.Stride)) }
