/* The events of a lease: by a stream, or by the long poll where no stream gets through. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

#define STREAM_ATTEMPTS 3

struct stream {
  keyhold_lease *lease;
  char event[64], id[64];
  char *data;
};

static void pause_for(keyhold_lease *lease, double ms) {
  double until = kh_now() + ms;
  pthread_mutex_lock(&lease->mutex);
  while (!kh_is_stopped(lease) && kh_now() < until) kh_cond_wait(&lease->changed, &lease->mutex, until - kh_now());
  pthread_mutex_unlock(&lease->mutex);
}

static void show_message(keyhold_lease *lease, const json_t *data, const char *id) {
  if (!*id || json_object_get(lease->seen, id)) return;
  json_object_set_new(lease->seen, id, json_true());
  kh_tell(lease, (keyhold_event){.kind = KEYHOLD_EVENT_MESSAGE, .message = kh_text(data, "message"), .by = kh_text(data, "by")});
  free(lease->last_event);
  lease->last_event = kh_duplicate(id);
  char *call = kh_print("/messages/%s/ack", id), *path = kh_lease_path(lease, call);
  struct kh_request request = {.method = "POST", .path = path, .timeout_ms = 10000};
  /* Without a reply it is sent again, with the same id. */
  kh_call(lease->client, &request, NULL, NULL);
  free(path);
  free(call);
}

static void show_ending(keyhold_lease *lease, json_t *data, const char *id) {
  kh_copy(lease->ending_day, sizeof lease->ending_day, *id ? id : "none");
  if (json_equal(lease->ending, data)) return;
  json_decref(lease->ending);
  lease->ending = json_incref(data);
  kh_tell(lease, (keyhold_event){.kind = KEYHOLD_EVENT_ENDING, .on = kh_text(data, "on"),
                                 .grace_until = kh_text(data, "grace-until")});
}

static void hear(keyhold_lease *lease, const char *event, json_t *data, const char *id) {
  if (strcmp(event, "released") == 0) {
    keyhold_error why = {.result = KEYHOLD_REFUSED};
    const char *reason = kh_text(data, "reason");
    kh_copy(why.code, sizeof why.code, "lease-released");
    kh_copy(why.reason, sizeof why.reason, *reason ? reason : "unknown");
    kh_copy(why.message, sizeof why.message, kh_text(data, "message"));
    kh_copy(why.by, sizeof why.by, kh_text(data, "by"));
    kh_begin_end(lease, &why, true);
  } else if (strcmp(event, "message") == 0) {
    show_message(lease, data, id);
  } else if (strcmp(event, "ending") == 0) {
    show_ending(lease, data, id);
  } else if (strcmp(event, "entitlements") == 0) {
    kh_hurry(lease);
  } else if (strcmp(event, "state") == 0) {
    struct kh_grant grant = kh_held(lease);
    bool is_same = strcmp(kh_text(data, "state"), "active") == 0 &&
                   json_equal(json_object_get(data, "epoch"), json_object_get(grant.lease, "epoch"));
    kh_grant_drop(&grant);
    if (!is_same) kh_hurry(lease);
  }
}

/** Reads a line of server-sent events. */
static void read_line(const char *line, void *context) {
  struct stream *stream = context;
  if (!*line) {
    if (*stream->event && !kh_is_stopped(stream->lease)) {
      json_t *data = json_loads(stream->data ? stream->data : "null", JSON_DECODE_ANY, NULL);
      hear(stream->lease, stream->event, data, stream->id);
      json_decref(data);
    }
    free(stream->data);
    stream->data = NULL;
    *stream->event = *stream->id = '\0';
    return;
  }
  const char *colon = strchr(line, ':');
  if (!colon || colon == line) return;
  const char *value = colon + (colon[1] == ' ' ? 2 : 1);
  size_t length = (size_t)(colon - line);
  if (length == 5 && strncmp(line, "event", length) == 0) kh_copy(stream->event, sizeof stream->event, value);
  if (length == 2 && strncmp(line, "id", length) == 0) kh_copy(stream->id, sizeof stream->id, value);
  if (length == 4 && strncmp(line, "data", length) == 0) {
    char *longer = stream->data ? kh_print("%s\n%s", stream->data, value) : kh_duplicate(value);
    free(stream->data);
    stream->data = longer;
  }
}

static keyhold_result read_stream(keyhold_lease *lease, keyhold_error *error) {
  struct stream stream = {.lease = lease};
  char *path = kh_lease_path(lease, "/events");
  struct kh_request request = {.method = "GET", .path = path, .cancel = &lease->cancel,
                               .line = read_line, .context = &stream};
  char *last = kh_duplicate(lease->last_event);
  request.last_event = last;
  keyhold_result result = kh_call(lease->client, &request, NULL, error);
  free(last);
  free(stream.data);
  free(path);
  return result;
}

static keyhold_result poll_once(keyhold_lease *lease, keyhold_error *error) {
  struct kh_grant grant = kh_held(lease);
  char *path = kh_print("/license/v1/leases/%s/wait?epoch=%lld&timeout=25&ending=%s", kh_text(grant.lease, "id"),
                        (long long)json_integer_value(json_object_get(grant.lease, "epoch")), lease->ending_day);
  kh_grant_drop(&grant);
  struct kh_request request = {.method = "GET", .path = path, .timeout_ms = 35000, .last_event = lease->last_event,
                               .cancel = &lease->cancel};
  json_t *reply = NULL, *item;
  keyhold_result result = kh_call(lease->client, &request, &reply, error);
  size_t index;
  json_array_foreach(json_object_get(reply, "items"), index, item) {
    hear(lease, kh_text(item, "event"), json_object_get(item, "data"), kh_text(item, "id"));
  }
  json_decref(reply);
  free(path);
  return result;
}

void *kh_follow_thread(void *context) {
  keyhold_lease *lease = context;
  int failures = 0;
  while (!kh_is_stopped(lease)) {
    keyhold_error error;
    atomic_store(&lease->cancel.is_interrupted, false);
    bool is_stream = failures < STREAM_ATTEMPTS;
    keyhold_result result = is_stream ? read_stream(lease, &error) : poll_once(lease, &error);
    if (atomic_load(&lease->cancel.is_interrupted)) continue;
    if (result == KEYHOLD_REFUSED || result == KEYHOLD_AUTHENTICATION) {
      kh_hurry(lease);
      pause_for(lease, 1000);
    } else if (result != KEYHOLD_OK) {
      failures += 1;
      pause_for(lease, kh_backoff(failures < STREAM_ATTEMPTS ? failures : STREAM_ATTEMPTS, kh_random(), 0));
    } else if (is_stream) {
      failures = 0;
      pause_for(lease, kh_backoff(1, kh_random(), 0));
    }
  }
  return NULL;
}
