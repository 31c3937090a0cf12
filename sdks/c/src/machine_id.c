/* The id of this machine. It is hashed, and says nothing about the machine. */
#include "internal.h"
#include <dirent.h>
#include <limits.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#ifdef __APPLE__
#include <uuid/uuid.h>
#endif

#define MOST_CARDS 64

/** The first line of a file, or nothing. */
static void read_line(const char *path, char *line, int size) {
  *line = '\0';
  FILE *file = fopen(path, "r");
  if (!file) return;
  if (!fgets(line, size, file)) *line = '\0';
  line[strcspn(line, " \t\r\n")] = '\0';
  fclose(file);
}

static int compare(const void *one, const void *two) { return strcmp(*(char *const *)one, *(char *const *)two); }

/** The address of a network card on the board's own bus, as it was made: docks and virtual cards come and go. */
static char *address_of(const char *card) {
  char path[PATH_MAX], type[8], address[64];
  char *device = kh_print("/sys/class/net/%s/device", card);
  bool is_built_in = realpath(device, path) && !strstr(path, "/usb");
  free(device);
  char *at = kh_print("/sys/class/net/%s/addr_assign_type", card);
  read_line(at, type, sizeof type);
  free(at);
  at = kh_print("/sys/class/net/%s/address", card);
  read_line(at, address, sizeof address);
  free(at);
  return is_built_in && strcmp(type, "0") == 0 && *address ? kh_duplicate(address) : NULL;
}

static char *add_cards(char *parts) {
  char *addresses[MOST_CARDS];
  size_t count = 0;
  DIR *cards = opendir("/sys/class/net");
  for (struct dirent *card; cards && count < MOST_CARDS && (card = readdir(cards));) {
    char *address = *card->d_name == '.' ? NULL : address_of(card->d_name);
    if (address) addresses[count++] = address;
  }
  if (cards) closedir(cards);
  qsort(addresses, count, sizeof *addresses, compare);
  for (size_t one = 0; one < count; ++one) {
    char *longer = kh_print("%s\n%s", parts, addresses[one]);
    free(addresses[one]);
    free(parts);
    parts = longer;
  }
  return parts;
}

void keyhold_machine_id(char id[33]) {
  char installation[128] = "";
#ifdef __APPLE__
  uuid_t uuid;
  struct timespec patience = {.tv_sec = 5};
  if (gethostuuid(uuid, &patience) == 0) uuid_unparse_upper(uuid, installation);
#else
  read_line("/etc/machine-id", installation, sizeof installation);
  if (!*installation) read_line("/var/lib/dbus/machine-id", installation, sizeof installation);
#endif
  char *parts = add_cards(kh_print("keyhold\n%s", installation));
  if (strcmp(parts, "keyhold\n") == 0) {
    /* A container may have no id: the names of the machine and of the user are the best there is. */
    char host[256] = "";
    const char *user = getenv("USER");
    gethostname(host, sizeof host - 1);
    free(parts);
    parts = kh_print("keyhold\n%s\n%s", host, user ? user : "");
  }
  unsigned char hash[SHA256_DIGEST_LENGTH];
  SHA256((const unsigned char *)parts, strlen(parts), hash);
  for (size_t index = 0; index < 16; ++index) snprintf(id + 2 * index, 3, "%02x", hash[index]);
  free(parts);
}

void kh_this_machine(struct kh_machine *machine) {
  struct utsname system;
  bool is_known = uname(&system) >= 0;
  const char *os = is_known ? system.sysname : "unknown", *user = getenv("USER"), *language = getenv("LANG");
  if (gethostname(machine->name, sizeof machine->name - 1) != 0 || !*machine->name) {
    kh_copy(machine->name, sizeof machine->name, "Computer");
  }
  machine->name[sizeof machine->name - 1] = '\0';
  kh_copy(machine->os, sizeof machine->os, strcmp(os, "Darwin") == 0 ? "macOS" : os);
  kh_copy(machine->user, sizeof machine->user, user && *user ? user : "user");
  kh_copy(machine->locale, sizeof machine->locale, language ? language : "");
  machine->locale[strcspn(machine->locale, ".@")] = '\0';
  for (char *at = machine->locale; (at = strchr(at, '_'));) *at = '-';
  bool is_none = !*machine->locale || strcmp(machine->locale, "C") == 0 || strcmp(machine->locale, "POSIX") == 0;
  if (is_none) kh_copy(machine->locale, sizeof machine->locale, "en");
}
