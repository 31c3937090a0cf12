package keyhold

import "sync"

// A Store keeps sign-ins and offline leases between runs. Its methods are called by several goroutines.
type Store interface {
	// Get returns the value of a name; ok is false when there is none.
	Get(name string) (value string, ok bool, err error)
	// Set stores the value of a name.
	Set(name, value string) error
	// Delete removes a name; it is no error when there is none.
	Delete(name string) error
}

// A Locker is a store that several processes share: while one holds a name, the others wait.
type Locker interface {
	// Lock waits for a name, at most some seconds, and returns the function that releases it.
	Lock(name string) (unlock func(), err error)
}

type memoryStore struct {
	mu     sync.Mutex
	values map[string]string
}

// MemoryStore returns a store that ends with the process.
func MemoryStore() Store { return &memoryStore{values: map[string]string{}} }

func (s *memoryStore) Get(name string) (string, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	value, ok := s.values[name]
	return value, ok, nil
}

func (s *memoryStore) Set(name, value string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.values[name] = value
	return nil
}

func (s *memoryStore) Delete(name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.values, name)
	return nil
}
