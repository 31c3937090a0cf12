package keyhold

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"keyhold.example/keyhold/internal/term"
)

// A session token that no server verifies.
const someToken = "e30.eyJzdWIiOiJrZXlob2xkOmV1LTE6YTp1c2VyOnUiLCJpc3MiOiJrZXlob2xkIn0.c2ln"

func TestErrorsAreComparedByTheirCode(t *testing.T) {
	body := []byte(`{"success":false,"errors":["Every seat is in use."],"problems":[{"code":"no-seat","earliest-free-in-ms":1500}]}`)
	err := refusalOf(http.StatusConflict, http.Header{}, body)
	var refused *Error
	if !errors.Is(err, ErrNoSeat) || errors.Is(err, ErrCopied) || !errors.As(err, &refused) {
		t.Fatalf("%v is not ErrNoSeat", err)
	}
	if refused.EarliestFree != 1500*time.Millisecond || refused.Error() != "Every seat is in use." {
		t.Errorf("%+v", refused)
	}
}

func TestARedirectGetsNoToken(t *testing.T) {
	foreign := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") }))
	defer foreign.Close()
	hotel := httptest.NewServer(http.RedirectHandler(foreign.URL, http.StatusFound))
	defer hotel.Close()
	client := New(Options{BaseURL: hotel.URL, Token: someToken})
	defer client.Close()
	if _, err := client.Consumable(context.Background(), ""); !errors.Is(err, ErrUnreachable) {
		t.Errorf("%v is not ErrUnreachable", err)
	}
}

func TestAWrongTokenIsTheErrorOfTheFirstCall(t *testing.T) {
	client := New(Options{BaseURL: "http://127.0.0.1:1", Token: "nonsense"})
	defer client.Close()
	if _, err := client.Consume(context.Background(), Request{}); !errors.Is(err, ErrInvalidReply) {
		t.Errorf("%v is not ErrInvalidReply", err)
	}
}

func TestEventsThatNobodyReadsDoNotBlock(t *testing.T) {
	box := newOutbox()
	for n := 0; n < 2*mostEvents; n++ {
		box.emit(&Resumed{})
	}
	box.emit(&Suspended{})
	box.close()
	box.emit(&Resumed{})
	var last Event
	for event := range box.events {
		last = event
	}
	if _, ok := last.(*Suspended); !ok {
		t.Errorf("the newest event is %T", last)
	}
}

func TestTheFilesOfTheStore(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "store")
	store := FileStore(folder)
	if err := store.Set("keyhold.sign-in.studio@http://a:1", "text"); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(folder, "keyhold.sign-in.studio%40http%3A%2F%2Fa%3A1.kept"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	if err := store.Set(strings.Repeat("long", 100), "text"); err != nil {
		t.Error(err)
	}
	if value, ok, err := store.Get("nothing"); ok || value != "" || err != nil {
		t.Error(value, ok, err)
	}
}

func TestALockIsHeldByOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "one.lock")
	unlock, err := lockFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lockFile(path); err == nil {
		t.Error("two hold the lock")
	}
	unlock()
	again, err := lockFile(path)
	if err != nil {
		t.Fatal(err)
	}
	again()
}

func TestNoGoroutineOutlivesClose(t *testing.T) {
	before := runtime.NumGoroutine()
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	client := New(Options{BaseURL: silent.URL, Token: someToken})
	ctx, cancel := context.WithCancel(context.Background())
	lease := newLease(client, Request{Product: "studio", Device: Device{ID: "a"}}, identity{User: "u"})
	lease.offline = &OfflineLease{client: client, Until: time.Now().Add(time.Hour), returned: make(chan struct{})}
	lease.grant = &grant{term: term.Term{Deadline: never}}
	if err := lease.start(lease.watchOffline); err != nil {
		t.Fatal(err)
	}
	failed := make(chan error)
	go func() {
		_, err := client.Consumable(ctx, "")
		failed <- err
	}()
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := client.Close(); err != nil {
		t.Error(err)
	}
	silent.Close()
	for runtime.NumGoroutine() > before {
		runtime.Gosched()
	}
}
