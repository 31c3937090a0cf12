package browser

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
)

// The application may close the listener as soon as the page was written: a buffered one would never arrive.
func TestThePageIsSentWhenItIsWritten(t *testing.T) {
	reply := httptest.NewRecorder()
	show(reply, http.StatusOK, "You are signed in", "You can close this window.")
	if !reply.Flushed {
		t.Error("The page is still buffered.")
	}
	if length := reply.Header().Get("Content-Length"); length != strconv.Itoa(reply.Body.Len()) {
		t.Errorf("The reply has %d bytes, but announces %q: the browser could not tell that it is whole.", reply.Body.Len(), length)
	}
}
