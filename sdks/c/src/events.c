/* Server-sent events: by a stream, or by the long poll where no stream gets through. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

/* After this many streams that failed polls replace them, for this many milliseconds. */
#define ATTEMPTS 3
#define POLL_FOR (600 * 1000.0)

struct stream {
  const struct kh_events *events;
  char event[64], id[64];
  char *data;
};

static void pass_on(struct stream *stream) {
  const struct kh_events *events = stream->events;
  if (!*stream->event || atomic_load(&events->cancel->is_stopped)) return;
  json_t *data = json_loads(stream->data ? stream->data : "null", JSON_DECODE_ANY, NULL);
  events->hear(events->context, stream->event, data, stream->id);
  json_decref(data);
}

static void read_line(const char *line, void *context) {
  struct stream *stream = context;
  if (!*line) {
    pass_on(stream);
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

static keyhold_result read_stream(const struct kh_events *events, const char *path, keyhold_error *error) {
  struct stream stream = {.events = events};
  struct kh_request request = {.method = "GET", .path = path, .last_event = events->last_event, .cancel = events->cancel,
                               .line = read_line, .context = &stream};
  keyhold_result result = kh_call(events->client, &request, NULL, error);
  free(stream.data);
  return result;
}

static keyhold_result poll_once(const struct kh_events *events, const char *path, keyhold_error *error) {
  struct kh_request request = {.method = "GET", .path = path, .timeout_ms = 35000, .last_event = events->last_event,
                               .cancel = events->cancel};
  json_t *reply = NULL, *item;
  keyhold_result result = kh_call(events->client, &request, &reply, error);
  size_t index;
  json_array_foreach(json_object_get(reply, "items"), index, item) {
    events->hear(events->context, kh_text(item, "event"), json_object_get(item, "data"), kh_text(item, "id"));
  }
  json_decref(reply);
  return result;
}

/** Polls replace streams that failed for a while; where the poll fails, too, the stream is not at fault. */
static void after_poll(struct kh_events *events, keyhold_result result) {
  if (result != KEYHOLD_OK) {
    events->failures = 1;
  } else if (kh_now() >= events->poll_until) {
    events->failures = ATTEMPTS - 1;
  }
}

keyhold_result kh_follow(struct kh_events *events, const char *stream, const char *poll, double *delay, keyhold_error *error) {
  bool is_stream = events->failures < ATTEMPTS;
  atomic_store(&events->cancel->is_interrupted, false);
  keyhold_result result = is_stream ? read_stream(events, stream, error) : poll_once(events, poll, error);
  *delay = 0;
  if (atomic_load(&events->cancel->is_interrupted)) return KEYHOLD_OK;
  if (result == KEYHOLD_REFUSED || result == KEYHOLD_AUTHENTICATION) {
    *delay = 1000;
  } else if (result != KEYHOLD_OK) {
    events->failures += 1;
    if (events->failures == ATTEMPTS) events->poll_until = kh_now() + POLL_FOR;
    *delay = kh_backoff(events->failures < ATTEMPTS ? events->failures : ATTEMPTS, kh_random(), error->retry_after_ms);
    if (!is_stream) after_poll(events, result);
  } else if (is_stream) {
    events->failures = 0;
    *delay = kh_backoff(1, kh_random(), 0);
  } else {
    after_poll(events, result);
  }
  return result;
}
