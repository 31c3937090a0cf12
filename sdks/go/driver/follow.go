package main

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"time"

	"keyhold.example/keyhold"
	"keyhold.example/keyhold/internal/vectors"
)

func connect(do command) {
	c := &client{do: do, saved: make(chan struct{}, 8), Clock: vectors.NewClock(do.Ahead)}
	c.waiting, c.leave = context.WithCancel(ctx)
	store := map[bool]keyhold.Store{true: keyhold.MemoryStore(), false: keyhold.FileStore(do.Store)}[do.Store == ""]
	c.Client = keyhold.New(keyhold.Options{BaseURL: do.BaseURL, Application: do.Application, Token: do.Token, RootKey: do.RootKey, Clock: c.Clock, Store: store})
	clients.Store(do.Client, c)
}

func (c *client) wanted(do command) keyhold.Request {
	application := keyhold.Application{Name: "Studio", Version: "26.1", ReleasedOn: do.ReleasedOn}
	wanted := keyhold.Request{Product: do.Product, License: do.License, Device: do.Device, MaxSeconds: do.MaxSeconds, Application: application}
	wanted.Wait, wanted.TakeOver, wanted.OnPlace = do.Wait, do.TakeOver, func(place keyhold.Place) {
		c.place.Store(place)
		_ = show(line{"client": do.Client, "event": "place", "place": place.Place})
	}
	if do.Idle > 0 {
		wanted.Idle = func() time.Duration { return time.Duration(do.Idle) * time.Millisecond }
	}
	if c.do.Fails {
		wanted.Idle = func() time.Duration { panic("The application fails.") }
	}
	return wanted
}

func (c *client) follow(lease *keyhold.Lease) {
	for event := range lease.Events() {
		shown := line{"client": c.do.Client, "event": strings.ToLower(reflect.TypeOf(event).Elem().Name())}
		text, _ := json.Marshal(event)
		_ = json.Unmarshal(text, &shown)
		_ = show(shown)
		if _, isReleased := event.(*keyhold.Released); isReleased && c.do.Saves {
			<-c.saved
		}
		if handled, ok := event.(interface{ Done() }); ok {
			handled.Done()
		}
	}
	_ = c.show("ended", "event", "ended")
}

// failureOf is the code of an error, and on which devices the user has the seats that stand in the way.
func failureOf(err error) (code string, held []string) {
	var known *keyhold.Error
	if errors.As(err, &known) {
		for _, one := range known.HeldByMe {
			held = append(held, one.DeviceName)
		}
	}
	if errors.Is(err, context.Canceled) {
		return "left", held
	}
	return keyhold.CodeOf(err), held
}
