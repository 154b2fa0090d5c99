// Package order keeps what an image does to another one's memory in the order in which its program
// says it: the sender knows what may be in flight, and the receiver holds back messages that must
// come behind data that have not arrived.
package order
