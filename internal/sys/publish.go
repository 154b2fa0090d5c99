package sys

// Publish is atomic.StoreUint64, for a word by which another processor learns that the caller has
// written what lies beside it. Go makes an exchange of that, which waits until all stores before
// have left: a processor that looks at the word takes the line away between them and the exchange,
// and it has to be fetched once more. Here the stores leave one behind the other, and then comes
// the barrier.
func Publish(word *uint64, value uint64) { publish(word, value) }

// Barrier stands between what the caller has stored by Release and what it reads next.
func Barrier() { barrier() }

// Release stores a word behind all that the caller has written, and is no barrier: what the caller
// reads next may be read before the word is seen elsewhere. For words that one thread alone writes,
// and of which nobody must hear at once.
func Release(word *uint64, value uint64) { release(word, value) }
