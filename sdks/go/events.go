package keyhold

import (
	"sync"
	"time"
)

// An Event is one of *Released, *Outage, *Suspended, *Resumed, *Offline, *Entitlements, *Ending and *Message.
type Event interface{ isEvent() }

// Released: the seat was released. Log the user off, then call Done or the lease's Release: until then the server is
// not notified, and keeps the seat until the lease expires.
type Released struct {
	// Reason is a code of the server or of the refusal that ended the lease; Message is a sentence for users.
	Reason  string `json:"reason"`
	Message string `json:"message"`
	// By is the rn of the principal that released it, empty when there is none.
	By string `json:"by"`
	// FinishWithin is how long the application may take to log its user off.
	FinishWithin time.Duration `json:"-"`
	handled
}

// Outage: the server cannot be reached and the lease expired, but the signed grace allows the user to keep working.
type Outage struct {
	Grace time.Duration `json:"-"`
}

// Suspended: the seat cannot be confirmed. Stop working until Resumed; the SDK keeps retrying.
type Suspended struct {
	Message string `json:"message"`
}

// Resumed: after an outage or a suspension, the lease is active again, possibly on another license (its rn).
type Resumed struct {
	License string `json:"license"`
}

// Offline: the seat is checked out now, and the lease goes on without a server until then.
type Offline struct {
	Until time.Time `json:"until"`
}

// Entitlements: add-ons were assigned or removed; their rns.
type Entitlements struct {
	Addons []string `json:"addons"`
}

// Ending: the license ends within 30 days, or has ended and goes on until GraceUntil, empty where it does not.
type Ending struct {
	On         string `json:"on"`
	GraceUntil string `json:"grace-until"`
}

// Asked: somebody waits for a seat and says something; let the user decide. By is a first name, empty where the user may not
// list users; Waiting is how many wait.
type Asked struct {
	By      string `json:"by"`
	Message string `json:"message"`
	Waiting int    `json:"waiting"`
}

// Message: an administrator's message to the user. Call Done when it was shown; it is acknowledged then.
type Message struct {
	Message string `json:"message"`
	handled
}

func (*Released) isEvent()     {}
func (*Outage) isEvent()       {}
func (*Suspended) isEvent()    {}
func (*Resumed) isEvent()      {}
func (*Offline) isEvent()      {}
func (*Entitlements) isEvent() {}
func (*Ending) isEvent()       {}
func (*Asked) isEvent()        {}
func (*Message) isEvent()      {}

// handled is an event that the application confirms.
type handled struct {
	once *sync.Once
	done chan struct{}
}

func newHandled() handled { return handled{new(sync.Once), make(chan struct{})} }

// Done confirms that the application has handled the event.
func (h handled) Done() { h.once.Do(func() { close(h.done) }) }

// mostEvents is how many events wait for the application; of more, the oldest are dropped.
const mostEvents = 256

// An outbox is the channel of a lease's events. It never blocks the lease.
type outbox struct {
	mu       sync.Mutex
	events   chan Event
	isClosed bool
}

func newOutbox() *outbox { return &outbox{events: make(chan Event, mostEvents)} }

func (o *outbox) emit(event Event) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for !o.isClosed {
		select {
		case o.events <- event:
			return
		default:
		}
		select {
		case <-o.events:
		default:
		}
	}
}

func (o *outbox) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.isClosed {
		o.isClosed = true
		close(o.events)
	}
}
