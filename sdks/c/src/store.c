/* What outlives a run: files of mode 0600, each replaced as a whole, or the memory. */
#include "internal.h"
#include <errno.h>
#include <fcntl.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define LONGEST_NAME 200
/* How long a process waits for another one's renewal, which takes at most six seconds. */
#define LOCK_PATIENCE 8000.0

static keyhold_result unwritable(keyhold_error *error, const char *path) {
  return kh_fail(error, KEYHOLD_FAILED, "store", "The file %s cannot be written: %s.", path, strerror(errno));
}

keyhold_result kh_store_open(struct kh_store *store, const char *folder, keyhold_error *error) {
  pthread_mutex_init(&store->mutex, NULL);
  store->memory = json_object();
  store->folder = kh_duplicate(folder);
  if (!folder) return KEYHOLD_OK;
  for (char *end = store->folder + 1; (end = strchr(end, '/')); ++end) {
    *end = '\0';
    mkdir(store->folder, 0700);
    *end = '/';
  }
  if (mkdir(folder, 0700) != 0 && errno != EEXIST) return unwritable(error, folder);
  return KEYHOLD_OK;
}

void kh_store_close(struct kh_store *store) {
  json_decref(store->memory);
  free(store->folder);
  pthread_mutex_destroy(&store->mutex);
}

/** The path of a name, encoded as by the SDKs for other languages, so that they find the same files. */
static char *path_of(const struct kh_store *store, const char *name, const char *ending) {
  char encoded[LONGEST_NAME + 4] = "";
  size_t length = 0;
  for (const char *at = name; *at && length <= LONGEST_NAME; ++at) {
    unsigned char one = (unsigned char)*at;
    bool is_plain = (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') || (one >= '0' && one <= '9') ||
                    strchr("-_.!~'()", one) != NULL;
    length += (size_t)snprintf(encoded + length, sizeof encoded - length, is_plain ? "%c" : "%%%02X", one);
  }
  if (length > LONGEST_NAME) {
    unsigned char hash[SHA256_DIGEST_LENGTH];
    SHA256((const unsigned char *)name, strlen(name), hash);
    for (size_t index = 0; index < sizeof hash; ++index) snprintf(encoded + 2 * index, 3, "%02x", hash[index]);
  }
  return kh_print("%s/%s%s", store->folder, encoded, ending);
}

json_t *kh_store_get(struct kh_store *store, const char *name) {
  json_t *value;
  pthread_mutex_lock(&store->mutex);
  if (store->folder) {
    char *path = path_of(store, name, ".kept");
    value = json_load_file(path, JSON_DECODE_ANY, NULL);
    free(path);
  } else {
    value = json_deep_copy(json_object_get(store->memory, name));
  }
  pthread_mutex_unlock(&store->mutex);
  return value;
}

static keyhold_result replace(struct kh_store *store, const char *path, const json_t *value, keyhold_error *error) {
  if (!value) return unlink(path) == 0 || errno == ENOENT ? KEYHOLD_OK : unwritable(error, path);
  /* mkstemp creates the file with mode 0600. */
  char *temporary = kh_print("%s/.new-XXXXXX", store->folder);
  int file = mkstemp(temporary);
  char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
  bool is_written = file >= 0 && text && write(file, text, strlen(text)) == (ssize_t)strlen(text) && fsync(file) == 0;
  if (file >= 0) close(file);
  is_written = is_written && rename(temporary, path) == 0;
  keyhold_result result = is_written ? KEYHOLD_OK : unwritable(error, path);
  if (!is_written && file >= 0) unlink(temporary);
  free(text);
  free(temporary);
  return result;
}

keyhold_result kh_store_set(struct kh_store *store, const char *name, const json_t *value, keyhold_error *error) {
  keyhold_result result = KEYHOLD_OK;
  pthread_mutex_lock(&store->mutex);
  if (store->folder) {
    char *path = path_of(store, name, ".kept");
    result = replace(store, path, value, error);
    free(path);
  } else if (value) {
    json_object_set_new(store->memory, name, json_deep_copy(value));
  } else {
    json_object_del(store->memory, name);
  }
  pthread_mutex_unlock(&store->mutex);
  return result;
}

int kh_store_lock(struct kh_store *store, const char *name) {
  if (!store->folder) return -1;
  char *path = path_of(store, name, ".lock");
  int file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  free(path);
  double until = kh_now() + LOCK_PATIENCE;
  while (file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0 && kh_now() < until) kh_sleep(20);
  return file;
}

void kh_store_unlock(int lock) {
  if (lock >= 0) close(lock);
}
