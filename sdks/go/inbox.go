package keyhold

import (
	"sync"
	"time"
)

const (
	// mostMessages is how many messages are remembered; the server keeps fewer that are not acknowledged.
	mostMessages = 200
	// halfDay: the server sends an end once a day; sooner than this, it is a repetition.
	halfDay = 12 * time.Hour
)

// An inbox delivers each message once, and acknowledges it after the application has shown it.
type inbox struct {
	acknowledge func(id string)
	mu          sync.Mutex
	order       []string
	shown       map[string]bool
	last        string
	endingID    string
	ending      Ending
	endingAt    time.Duration
}

func newInbox(acknowledge func(id string)) *inbox {
	return &inbox{acknowledge: acknowledge, shown: map[string]bool{}, endingID: "none"}
}

// receive delivers a message unless it was delivered before. A repeated one is acknowledged again once it was shown.
func (i *inbox) receive(id string, deliver func()) {
	i.mu.Lock()
	isShown, isKnown := i.shown[id]
	if !isKnown && id != "" {
		i.shown[id] = false
		i.order = append(i.order, id)
		if len(i.order) > mostMessages && i.shown[i.order[0]] {
			delete(i.shown, i.order[0])
			i.order = i.order[1:]
		}
	}
	i.mu.Unlock()
	if isShown {
		i.acknowledge(id)
	}
	if !isKnown {
		deliver()
	}
}

// await acknowledges a message when the application has shown it.
func (i *inbox) await(l *Lease, id string, message *Message) {
	if id == "" {
		return
	}
	l.client.background(func() {
		select {
		case <-message.done:
		case <-l.online.Done():
			return
		}
		i.mu.Lock()
		i.shown[id] = true
		for _, one := range i.order {
			if !i.shown[one] {
				break
			}
			i.last = one
		}
		i.mu.Unlock()
		i.acknowledge(id)
	})
}

// lastShown is the last message up to which all have been shown, empty before the first one.
func (i *inbox) lastShown() string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.last
}

// lastEnding is the id of the last end, for polls.
func (i *inbox) lastEnding() string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.endingID
}

// isNewEnding reports whether an end was not shown yet: a stream that is opened again begins with the last one.
func (i *inbox) isNewEnding(id string, ending Ending, now time.Duration) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if id != "" {
		i.endingID = id
	}
	if ending.On == "" || (ending == i.ending && now-i.endingAt < halfDay) {
		return false
	}
	i.ending, i.endingAt = ending, now
	return true
}
