/* Waiting in line for a seat, in the thread that consumes. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

struct keyhold_place {
  atomic_int references;
  keyhold_client *client;
  keyhold_place *next;
  char *id;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int number;
  double estimate_ms;
  struct kh_cancel cancel;
  atomic_bool has_left;
};

/** What the events of a place brought. */
struct line {
  keyhold_place *place;
  const keyhold_request *request;
  bool is_offered;
  char ended[48];
};

static keyhold_place *open_place(keyhold_client *client, const json_t *waiting) {
  keyhold_place *place = kh_alloc(sizeof *place);
  atomic_init(&place->references, 1);
  atomic_init(&place->has_left, false);
  atomic_fetch_add(&client->references, 1);
  place->client = client;
  place->id = kh_escape(kh_text(waiting, "id"));
  pthread_mutex_init(&place->mutex, NULL);
  kh_cond_init(&place->changed);
  kh_cancel_init(&place->cancel);
  pthread_mutex_lock(&client->mutex);
  place->next = client->places;
  client->places = place;
  bool is_closed = client->is_closed;
  pthread_mutex_unlock(&client->mutex);
  if (is_closed) kh_cancel_stop(&place->cancel);
  return place;
}

static void close_place(keyhold_place *place) {
  pthread_mutex_lock(&place->client->mutex);
  keyhold_place **at = &place->client->places;
  while (*at != place) at = &(*at)->next;
  *at = place->next;
  pthread_mutex_unlock(&place->client->mutex);
  keyhold_place_free(place);
}

keyhold_place *keyhold_place_keep(keyhold_place *place) {
  atomic_fetch_add(&place->references, 1);
  return place;
}

void keyhold_place_free(keyhold_place *place) {
  if (!place || atomic_fetch_sub(&place->references, 1) > 1) return;
  kh_client_drop(place->client);
  pthread_mutex_destroy(&place->mutex);
  pthread_cond_destroy(&place->changed);
  kh_cancel_destroy(&place->cancel);
  free(place->id);
  free(place);
}

int keyhold_place_number(keyhold_place *place) {
  pthread_mutex_lock(&place->mutex);
  int number = place->number;
  pthread_mutex_unlock(&place->mutex);
  return number;
}

double keyhold_place_estimate_ms(keyhold_place *place) {
  pthread_mutex_lock(&place->mutex);
  double estimate = place->estimate_ms;
  pthread_mutex_unlock(&place->mutex);
  return estimate;
}

static keyhold_result call_place(keyhold_place *place, const char *method, const char *call, const json_t *body,
                                 json_t **reply, keyhold_error *error) {
  char *path = kh_print("/license/v1/waiting/%s%s", place->id, call);
  struct kh_request request = {.method = method, .path = path, .body = body, .timeout_ms = 10000};
  keyhold_result result = kh_call(place->client, &request, reply, error);
  free(path);
  return result;
}

keyhold_result keyhold_place_ask(keyhold_place *place, const char *message, int *asked, keyhold_error *error) {
  json_t *body = json_pack("{s:s}", "message", message), *reply = NULL;
  if (!body) return kh_fail(error, KEYHOLD_FAILED, "invalid", "The message is not UTF-8.");
  keyhold_result result = call_place(place, "POST", "/ask", body, &reply, error);
  if (asked) *asked = (int)json_integer_value(json_object_get(reply, "asked"));
  json_decref(body);
  json_decref(reply);
  return result;
}

static void stop(keyhold_place *place) {
  kh_cancel_stop(&place->cancel);
  pthread_mutex_lock(&place->mutex);
  pthread_cond_broadcast(&place->changed);
  pthread_mutex_unlock(&place->mutex);
}

void keyhold_place_leave(keyhold_place *place) {
  atomic_store(&place->has_left, true);
  stop(place);
}

/** Ends the waiting of every thread; the client is closed. */
void kh_leave_places(keyhold_client *client) {
  pthread_mutex_lock(&client->mutex);
  for (keyhold_place *place = client->places; place; place = place->next) stop(place);
  pthread_mutex_unlock(&client->mutex);
}

static void pause_for(keyhold_place *place, double ms) {
  double until = kh_now() + ms;
  pthread_mutex_lock(&place->mutex);
  while (!atomic_load(&place->cancel.is_stopped) && kh_now() < until) {
    kh_cond_wait(&place->changed, &place->mutex, until - kh_now());
  }
  pthread_mutex_unlock(&place->mutex);
}

static void move(struct line *line, const json_t *data) {
  keyhold_place *place = line->place;
  const json_t *estimate = json_object_get(data, "estimate-ms");
  int number = (int)json_integer_value(json_object_get(data, "place"));
  double estimate_ms = json_is_number(estimate) ? json_number_value(estimate) : -1;
  pthread_mutex_lock(&place->mutex);
  bool is_news = number != place->number || estimate_ms != place->estimate_ms;
  place->number = number;
  place->estimate_ms = estimate_ms;
  pthread_mutex_unlock(&place->mutex);
  if (is_news && line->request->on_place) line->request->on_place(place, line->request->context);
}

static void hear(void *context, const char *event, json_t *data, const char *id) {
  struct line *line = context;
  (void)id;
  if (strcmp(event, "ended") == 0) {
    const char *reason = kh_text(data, "reason");
    kh_copy(line->ended, sizeof line->ended, *reason ? reason : "lost");
  } else if (strcmp(event, "offered") == 0) {
    line->is_offered = true;
  } else if (strcmp(event, "state") == 0 || strcmp(event, "place") == 0) {
    move(line, data);
  }
  /* The thread goes on with what it heard. */
  if (line->is_offered || *line->ended) kh_cancel_interrupt(&line->place->cancel);
}

static keyhold_result lost(const char *reason, keyhold_error *error) {
  static const char *const sentences[][2] = {
      {"taken", "The license was taken by another run of the application."},
      {"left", "The line was left."},
      {"sent-away", "An administrator ended the place in line."},
      {"lost", "The place in line was lost, because the server did not hear from this device."},
      {"offer-expired", "The license was offered, but not taken in time."},
      {"too-long", "Nobody waits longer than 24 hours. Start again."},
      {"not-eligible", "No license lets you use this product any more."},
  };
  const char *sentence = "The place in line has ended.";
  for (size_t one = 0; one < sizeof sentences / sizeof *sentences; ++one) {
    if (strcmp(reason, sentences[one][0]) == 0) sentence = sentences[one][1];
  }
  return kh_fail(error, KEYHOLD_REFUSED, reason, "%s", sentence);
}

/** Leaves the line; a place without signs of life ends by itself. */
static keyhold_result leave(keyhold_lease *lease, keyhold_place *place, keyhold_error *error) {
  bool has_left = atomic_load(&place->has_left);
  if (lease->grant.lease) {
    kh_check_in(lease, error);
  } else {
    for (int failures = 1; call_place(place, "DELETE", "", NULL, NULL, error) == KEYHOLD_UNREACHABLE && failures < 3; ++failures) {
      kh_sleep(kh_backoff(failures, kh_random(), 0));
    }
  }
  return has_left ? lost("left", error) : kh_closed(error);
}

/** Takes the seat that is offered, while there is no reply; without an offer the reply is the place. */
static keyhold_result take(keyhold_lease *lease, keyhold_place *place, keyhold_error *error) {
  json_t *how = json_pack("{s:s}", "waiting", place->id), *waiting = NULL;
  keyhold_result result = kh_enter(lease, how, &lease->grant, &waiting, error);
  json_decref(how);
  json_decref(waiting);
  return result;
}

keyhold_result kh_wait_in_line(keyhold_lease *lease, const keyhold_request *request, const json_t *waiting,
                               keyhold_error *error) {
  struct line line = {.place = open_place(lease->client, waiting), .request = request};
  keyhold_place *place = line.place;
  struct kh_events events = {.client = lease->client, .cancel = &place->cancel, .hear = hear, .context = &line};
  keyhold_result result = KEYHOLD_OK;
  move(&line, waiting);
  for (int failures = 0; !lease->grant.lease && !atomic_load(&place->cancel.is_stopped);) {
    char *stream = kh_print("/license/v1/waiting/%s/events", place->id);
    char *poll = kh_print("/license/v1/waiting/%s/wait?timeout=25&place=%d", place->id, keyhold_place_number(place));
    double delay = 0;
    bool takes = line.is_offered;
    result = takes ? take(lease, place, error) : kh_follow(&events, stream, poll, &delay, error);
    free(stream);
    free(poll);
    bool is_transient = result == KEYHOLD_UNREACHABLE || result == KEYHOLD_INVALID_REPLY;
    if (takes && is_transient) delay = kh_backoff(failures += 1, kh_random(), error->retry_after_ms);
    if (takes && !is_transient) line.is_offered = false;
    if (*line.ended) {
      result = lost(line.ended, error);
      break;
    }
    if (result == KEYHOLD_REFUSED && strcmp(error->code, "not-found") == 0) {
      result = lost("lost", error);
      break;
    }
    bool is_pending = result == KEYHOLD_REFUSED && strcmp(error->code, "release-pending") == 0;
    if (result != KEYHOLD_OK && !is_transient && !is_pending) break;
    pause_for(place, delay);
  }
  if (atomic_load(&place->cancel.is_stopped)) result = leave(lease, place, error);
  close_place(place);
  return result;
}
