// The driver of the conformance bed: commands as JSON lines on standard input, replies and events on standard output.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"log"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"keyhold.example/keyhold"
	"keyhold.example/keyhold/internal/vectors"
)

type line map[string]any

type command struct {
	ID                                                      int
	Do, Client, Product, License, Token, Application, Store string
	Device                                                  keyhold.Device
	Saves, Wait, Fails                                      bool
	TakeOver                                                bool `json:"take-over"`
	Message                                                 string
	Days                                                    int
	Idle                                                    int64            `json:"idle-ms"`
	MaxSeconds                                              int              `json:"max-seconds"`
	BaseURL                                                 string           `json:"base-url"`
	RootKey                                                 *keyhold.RootKey `json:"root-key"`
	Ahead                                                   int64            `json:"ahead-ms"`
	ReleasedOn                                              time.Time        `json:"released-on"`
}

type client struct {
	*keyhold.Client
	*vectors.Clock
	do      command
	saved   chan struct{}
	mu      sync.Mutex
	lease   *keyhold.Lease
	offline *keyhold.OfflineLease
	place   atomic.Value
	waiting context.Context
	leave   context.CancelFunc
}

var ctx, clients, output = context.Background(), sync.Map{}, log.New(os.Stdout, "", 0)

func show(shown line) error {
	text, err := json.Marshal(shown)
	output.Println(string(text))
	return err
}

func (c *client) show(event, name, value string) error {
	return show(line{"client": c.do.Client, name: value, "event": event})
}

func (c *client) run(do command) (reply line, err error) {
	if do.Do == "saved" {
		c.saved <- struct{}{}
	}
	switch do.Do {
	case "ask":
		asked, err := c.place.Load().(keyhold.Place).Ask(ctx, do.Message)
		return line{"asked": asked}, err
	case "leave":
		c.leave()
		return line{}, nil
	case "close":
		return line{}, c.Close()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch reply = (line{}); do.Do {
	case "clock":
		c.SetAhead(do.Ahead)
	case "consume":
		if c.lease, err = c.Consume(c.waiting, c.wanted(do)); err == nil {
			go c.follow(c.lease)
		}
	case "release":
		if c.lease != nil {
			err = c.lease.Release(ctx)
		}
	case "take-offline":
		c.offline, err = c.lease.TakeOffline(ctx, do.Days)
	case "open-offline":
		c.offline, err = c.OpenOffline(do.Product, do.Device.ID)
		reply["entitled"] = c.offline != nil && c.offline.Entitled()
	case "return":
		if c.offline == nil {
			c.offline = c.lease.Offline()
		}
		err = c.offline.Return(ctx)
	case "consumable":
		reply["items"], err = c.Consumable(ctx, do.Product)
	case "sign-in":
		open := func(address string) error { return c.show("open", "address", address) }
		err = c.SignIn(ctx, keyhold.SignInByBrowser{Open: open})
	case "sign-in-by-code":
		code := func(code keyhold.SignInCode) error { return c.show("code", "code", code.UserCode) }
		err = c.SignInByCode(ctx, keyhold.SignInByCode{Show: code})
	case "use-token":
		err = c.UseToken(do.Token)
	case "restore":
		reply["restored"], err = c.Restore()
	case "sign-out":
		err = c.SignOut(ctx)
	case "access-token":
		reply["token"], err = c.AccessToken(ctx)
	}
	if c.lease != nil {
		reply["license"], reply["epoch"], reply["addons"] = c.lease.License(), c.lease.Epoch(), c.lease.Addons()
		reply["standing"], reply["entitled"] = c.lease.Standing(), c.lease.Entitled()
	}
	return reply, err
}

func answer(text []byte) error {
	var do command
	err := json.Unmarshal(text, &do)
	if reply := vectors.Run(text); reply != nil || err != nil {
		return show(line{"id": do.ID, "ok": reply})
	}
	switch do.Do {
	case "connect":
		connect(do)
	case "threads":
		return show(line{"id": do.ID, "ok": line{"threads": runtime.NumGoroutine()}})
	}
	held, _ := clients.Load(do.Client)
	result := line{"id": do.ID}
	if result["ok"], err = held.(*client).run(do); err != nil {
		result["error"], result["held-by-me"] = failureOf(err)
	}
	return show(result)
}

func main() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		go answer(append([]byte(nil), lines.Bytes()...))
	}
}
