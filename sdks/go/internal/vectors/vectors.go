// Package vectors executes the test vectors of the licensing protocol.
package vectors

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"keyhold.example/keyhold"
	"keyhold.example/keyhold/internal/term"
	"keyhold.example/keyhold/internal/token"
)

// A Clock is the machine's, with a calendar that is ahead by some milliseconds.
type Clock struct {
	keyhold.Clock
	ahead atomic.Int64
}

// NewClock returns a clock that is ahead by some milliseconds.
func NewClock(ahead int64) *Clock {
	clock := &Clock{Clock: keyhold.SystemClock()}
	clock.SetAhead(ahead)
	return clock
}

// SetAhead changes by how much the calendar is ahead.
func (c *Clock) SetAhead(milliseconds int64) { c.ahead.Store(milliseconds) }

// Wall is the calendar.
func (c *Clock) Wall() time.Time {
	return c.Clock.Wall().Add(time.Duration(c.ahead.Load()) * time.Millisecond)
}

type vector struct {
	Do              string
	Token           string
	Product, Device string
	Now, Highest    float64
	KeySet          token.KeySet     `json:"key-set"`
	RootKey         *keyhold.RootKey `json:"root-key"`
	Expected        struct {
		Issuer, Audience, User, License, Device, Stream, Mode, Nonce *string
		Epoch, Seq                                                   *float64
	}
	Granted struct{ ExpiresInMs, NextHeartbeatMs, GraceMs float64 }
	SentAt  float64 `json:"sent-at"`
	Random  float64

	Code, Message string
	Language      keyhold.Language
}

// Run executes a command of the bed about a vector; nil when it is another one.
func Run(text []byte) map[string]any {
	var v vector
	// A command about a device has an object there.
	_ = json.Unmarshal(text, &v)
	switch v.Do {
	case "verify-online":
		return map[string]any{"valid": verifyOnline(v)}
	case "verify-offline":
		return map[string]any{"valid": verifyOffline(v)}
	case "sentence":
		return map[string]any{"sentence": keyhold.SentenceFor(&keyhold.Error{Code: v.Code, Message: v.Message}, v.Language)}
	case "times":
		granted := term.Granted{
			ExpiresIn: milliseconds(v.Granted.ExpiresInMs), NextBeat: milliseconds(v.Granted.NextHeartbeatMs),
			Grace: milliseconds(v.Granted.GraceMs),
		}
		of := term.Of(granted, milliseconds(v.SentAt), v.Random)
		return map[string]any{
			"next-heartbeat-at": rounded(of.NextBeatAt), "deadline": rounded(of.Deadline), "grace-until": rounded(of.GraceUntil),
		}
	}
	return nil
}

func milliseconds(count float64) time.Duration {
	return time.Duration(count * float64(time.Millisecond))
}

func rounded(duration time.Duration) float64 {
	return math.Round(float64(duration)/float64(time.Microsecond)) / 1000
}

func verifyOnline(v vector) bool {
	var claims token.Claims
	err := token.Verify(v.Token, token.LeaseType, func(header token.Header) (token.Key, error) {
		key, _ := v.KeySet.Find(header.Kid)
		return key, nil
	}, &claims)
	return err == nil && claims.Check(token.Expected(v.Expected)) == nil
}

// standing is a clock that stands still at the moment that a vector names.
type standing struct{ at time.Time }

func (standing) Now() time.Duration { return time.Hour }

func (s standing) Wall() time.Time { return s.at }

func verifyOffline(v vector) bool {
	store := keyhold.MemoryStore()
	kept, _ := json.Marshal(map[string]any{"id": "AAAAA", "epoch": 3, "token": v.Token})
	_ = store.Set("keyhold.offline."+v.Product[strings.LastIndexByte(v.Product, ':')+1:]+"."+v.Device, string(kept))
	_ = store.Set("keyhold.server-time", strconv.FormatFloat(v.Highest, 'f', -1, 64))
	clock := standing{time.UnixMilli(int64(v.Now * 1000))}
	client := keyhold.New(keyhold.Options{BaseURL: "http://127.0.0.1:1", RootKey: v.RootKey, Store: store, Clock: clock})
	defer client.Close()
	lease, err := client.OpenOffline(v.Product, v.Device)
	return err == nil && lease != nil && lease.Entitled()
}
