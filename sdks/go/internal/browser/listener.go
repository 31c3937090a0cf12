// Package browser receives the response of a sign-in from the user's browser.
package browser

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"
)

// path is where the browser is redirected.
const path = "/signed-in"

// A Listener listens on a free port of 127.0.0.1 and accepts one authorization response.
type Listener struct {
	// Address is the redirect address.
	Address string
	// Responses gets the authorization response.
	Responses chan Response
	server    *http.Server
	served    chan struct{}
	ended     chan struct{}
}

// A Response is an authorization response of the browser.
type Response struct {
	Query url.Values
	done  chan bool
	shown chan struct{}
}

// Finish shows the user whether they are signed in, and returns when the page was sent.
func (r Response) Finish(isSignedIn bool) {
	r.done <- isSignedIn
	<-r.shown
}

// Listen begins to listen.
func Listen() (*Listener, error) {
	socket, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	host := socket.Addr().String()
	l := &Listener{
		Address: "http://" + host + path, Responses: make(chan Response, 1),
		served: make(chan struct{}), ended: make(chan struct{}),
	}
	var taken atomic.Bool
	handle := func(w http.ResponseWriter, r *http.Request) {
		// The comparison of the host prevents DNS rebinding.
		isOurs := r.Method == http.MethodGet && r.Host == host && r.URL.Path == path
		if !isOurs || !taken.CompareAndSwap(false, true) {
			show(w, http.StatusNotFound, "Nothing is here", "You can close this window.")
			return
		}
		response := Response{r.URL.Query(), make(chan bool, 1), make(chan struct{})}
		defer close(response.shown)
		l.Responses <- response
		l.answer(w, response.done)
	}
	l.server = &http.Server{
		Handler: http.HandlerFunc(handle), ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10,
	}
	l.server.SetKeepAlivesEnabled(false)
	go func() {
		defer close(l.served)
		_ = l.server.Serve(socket)
	}()
	return l, nil
}

func (l *Listener) answer(w http.ResponseWriter, done <-chan bool) {
	select {
	case isSignedIn := <-done:
		if isSignedIn {
			show(w, http.StatusOK, "You are signed in", "You can close this window.")
			return
		}
	case <-l.ended:
	}
	show(w, http.StatusBadRequest, "You are not signed in", "You can close this window. The application says what happened.")
}

// Close ends the listener and its connections.
func (l *Listener) Close() {
	close(l.ended)
	_ = l.server.Close()
	<-l.served
}

const style = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{display:grid;place-content:center;` +
	`min-height:90vh;margin:0;padding:1rem;text-align:center}h1{font-size:1.25rem;margin:0 0 .5rem}p{margin:0;opacity:.75}`

// show sends a page that loads no resources and runs no scripts. Its address has a code, which must not reach a cache,
// a frame or another site.
func show(w http.ResponseWriter, status int, title, sentence string) {
	for name, value := range map[string]string{
		"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
		"X-Content-Type-Options":  "nosniff",
		"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
	} {
		w.Header().Set(name, value)
	}
	page := fmt.Sprintf(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">`+
		`<title>%s</title><style>%s</style><h1>%s</h1><p>%s</p></html>`, title, style, title, sentence)
	w.Header().Set("Content-Length", strconv.Itoa(len(page)))
	w.WriteHeader(status)
	_, _ = io.WriteString(w, page)
	// The server sends what it has buffered only after the handler, when the application may have closed the listener.
	if buffered, ok := w.(http.Flusher); ok {
		buffered.Flush()
	}
}
