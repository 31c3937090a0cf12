package keyhold

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"runtime"
	"sort"
	"strings"
	"time"
)

// MachineID is the id of this machine, which Consume uses when the request names no device: the same in every run and
// for every user of it. Besides the id of the installation it covers what the system shows of the hardware, so that a
// clone of the disk in another machine has another one: on Linux the built-in network cards, on macOS and Windows the
// UUID of the board. It is hashed, and says nothing about the machine.
func MachineID() string {
	parts := partsOf(runtime.GOOS)
	known := false
	for n, part := range parts {
		parts[n] = strings.TrimSpace(part)
		known = known || parts[n] != ""
	}
	if !known {
		// A container or a stripped system may have no id: the names of the machine and of the user are the best there is.
		host, _ := os.Hostname()
		parts = []string{host}
		if current, err := user.Current(); err == nil {
			parts = append(parts, current.Username)
		}
	}
	sum := sha256.Sum256([]byte(strings.Join(append([]string{"keyhold"}, parts...), "\n")))
	return hex.EncodeToString(sum[:])[:32]
}

func partsOf(system string) []string {
	switch system {
	case "darwin":
		return []string{match(`"IOPlatformUUID" = "([^"]+)"`, run("ioreg", "-rd1", "-c", "IOPlatformExpertDevice"))}
	case "windows":
		installation := run("reg", "query", `HKLM\SOFTWARE\Microsoft\Cryptography`, "/v", "MachineGuid", "/reg:64")
		board := run("powershell", "-NoProfile", "-Command", "(Get-CimInstance Win32_ComputerSystemProduct).UUID")
		return []string{match(`MachineGuid\s+REG_SZ\s+(\S+)`, installation), board}
	}
	installation := read("/etc/machine-id")
	if installation == "" {
		installation = read("/var/lib/dbus/machine-id")
	}
	return append([]string{installation}, builtInCards()...)
}

// builtInCards are the addresses of the network cards on the board's own bus, as they were made: docks and virtual cards
// come and go.
func builtInCards() []string {
	cards, _ := filepath.Glob("/sys/class/net/*")
	var addresses []string
	for _, card := range cards {
		bus, err := filepath.EvalSymlinks(card + "/device")
		isBuiltIn := err == nil && !strings.Contains(bus, "/usb") && strings.TrimSpace(read(card+"/addr_assign_type")) == "0"
		if address := strings.TrimSpace(read(card + "/address")); isBuiltIn && address != "" {
			addresses = append(addresses, address)
		}
	}
	sort.Strings(addresses)
	return addresses
}

func read(path string) string {
	text, _ := os.ReadFile(path)
	return string(text)
}

// run returns the output of a program, or nothing when it fails.
func run(program string, options ...string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	output, err := exec.CommandContext(ctx, program, options...).Output()
	if err != nil {
		return ""
	}
	return string(output)
}

func match(pattern, text string) string {
	found := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if found == nil {
		return ""
	}
	return found[1]
}
