package keyhold

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"keyhold.example/keyhold/internal/token"
)

// keysEvery is how often the key set is requested at most, to find a new key.
const keysEvery = 5 * time.Second

// keys are the cached keys of the server.
type keys struct {
	mu       sync.Mutex
	set      token.KeySet
	loaded   bool
	loadedAt time.Duration
}

// keyFor returns the key that signed a token, which the server may have published just now.
func (c *Client) keyFor(ctx context.Context, header token.Header) (token.Key, error) {
	c.keys.mu.Lock()
	defer c.keys.mu.Unlock()
	if key, ok := c.keys.set.Find(header.Kid); ok {
		return key, nil
	}
	if !c.keys.loaded || c.clock.Now()-c.keys.loadedAt >= keysEvery {
		var set token.KeySet
		path := request{method: http.MethodGet, path: "/.well-known/jwks.json"}
		if err := c.transport.send(ctx, path, "", &set); err != nil {
			return token.Key{}, err
		}
		c.keys.set, c.keys.loaded, c.keys.loadedAt = set, true, c.clock.Now()
		if key, ok := set.Find(header.Kid); ok {
			return key, nil
		}
	}
	return token.Key{}, errors.New("the lease token is signed by an unknown key")
}
