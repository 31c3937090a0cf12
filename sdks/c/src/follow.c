/* The events of a lease. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

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
  struct kh_request request = {.method = "POST", .path = path, .timeout_ms = 10000, .user = kh_text(lease->expected, "sub")};
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

static void hear(void *context, const char *event, json_t *data, const char *id) {
  keyhold_lease *lease = context;
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
  } else if (strcmp(event, "asked") == 0) {
    kh_tell(lease, (keyhold_event){.kind = KEYHOLD_EVENT_ASKED, .message = kh_text(data, "message"), .by = kh_text(data, "by"),
                                   .waiting = (int)json_integer_value(json_object_get(data, "waiting"))});
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

void *kh_follow_thread(void *context) {
  keyhold_lease *lease = context;
  struct kh_events events = {.client = lease->client, .cancel = &lease->cancel, .hear = hear, .context = lease};
  while (!kh_is_stopped(lease)) {
    struct kh_grant grant = kh_held(lease);
    const char *id = kh_text(grant.lease, "id");
    char *stream = kh_print("/license/v1/leases/%s/events", id);
    char *poll = kh_print("/license/v1/leases/%s/wait?epoch=%lld&timeout=25&ending=%s", id,
                          (long long)json_integer_value(json_object_get(grant.lease, "epoch")), lease->ending_day);
    kh_grant_drop(&grant);
    char *last = kh_duplicate(lease->last_event);
    events.last_event = last;
    double delay;
    keyhold_error error;
    keyhold_result result = kh_follow(&events, stream, poll, &delay, &error);
    free(last);
    free(stream);
    free(poll);
    /* The lease changed: a heartbeat reports how. */
    if (result == KEYHOLD_REFUSED || result == KEYHOLD_AUTHENTICATION) kh_hurry(lease);
    pause_for(lease, delay);
  }
  return NULL;
}
