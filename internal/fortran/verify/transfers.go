package verify

// transfers are what a node fetches from and sends to other images, and reads and defines there.
type transfers struct{}
