package keyhold

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// longestName is the longest name of a file before its ending: file systems allow 255 bytes with it.
const longestName = 200

// inURI keeps the names that JavaScript's encodeURIComponent gives, so that other languages find the same files.
var inURI = strings.NewReplacer("+", "%20", "%21", "!", "%27", "'", "%28", "(", "%29", ")")

type fileStore struct{ folder string }

// FileStore returns a store of files of mode 0600 in a folder of mode 0700, one for each name, replaced as a whole. Runs
// of the application, also in other languages, may share it.
func FileStore(folder string) Store { return fileStore{folder} }

func (s fileStore) path(name, ending string) string {
	encoded := inURI.Replace(url.QueryEscape(name))
	if len(encoded) > longestName {
		sum := sha256.Sum256([]byte(name))
		encoded = hex.EncodeToString(sum[:])
	}
	return filepath.Join(s.folder, encoded+ending)
}

func (s fileStore) Get(name string) (string, bool, error) {
	text, err := os.ReadFile(s.path(name, ".kept"))
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	return string(text), err == nil, err
}

func (s fileStore) Set(name, value string) error {
	if err := s.prepare(); err != nil {
		return err
	}
	// A temporary file has the mode 0600.
	file, err := os.CreateTemp(s.folder, "unfinished-*")
	if err != nil {
		return err
	}
	_, err = file.WriteString(value)
	if err == nil {
		err = file.Sync()
	}
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(file.Name(), s.path(name, ".kept"))
	}
	if err != nil {
		_ = os.Remove(file.Name())
	}
	return err
}

func (s fileStore) Delete(name string) error {
	err := os.Remove(s.path(name, ".kept"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (s fileStore) prepare() error {
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return err
	}
	// An existing folder may be accessible to others.
	return os.Chmod(s.folder, 0o700) //nolint:gosec // a folder needs its search bit
}

// lockPatience is how long a process waits for another one's renewal, which takes at most six seconds.
const lockPatience = 8 * time.Second

func (s fileStore) Lock(name string) (func(), error) {
	if err := s.prepare(); err != nil {
		return nil, err
	}
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		unlock, err := lockFile(s.path(name, ".lock"))
		if err == nil || time.Since(begun) > lockPatience {
			return unlock, err
		}
	}
}
