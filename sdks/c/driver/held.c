/* What a client of the bed shows of its events. */
#include "held.h"
#include "lines.h"
#include <string.h>

static void show_event(struct held *held, const char *event, const char *field, const char *value) {
  show(json_pack("{s:s, s:s, s:s}", "client", held->name, "event", event, field, value));
}

void hear(const keyhold_event *event, void *context) {
  static const char *const names[] = {"released", "outage", "suspended", "resumed", "offline", "entitlements", "ending", "message", "asked", "ended"};
  struct held *held = context;
  json_t *line = json_pack("{s:s, s:s, s:s, s:s, s:s}", "client", held->name, "event", names[event->kind], "message", event->message,
                           "reason", event->reason, "license", event->license);
  json_object_set_new(line, "by", *event->by ? json_string(event->by) : json_null());
  if (event->on) json_object_set_new(line, "on", json_string(event->on));
  if (event->waiting) json_object_set_new(line, "waiting", json_integer(event->waiting));
  if (event->kind == KEYHOLD_EVENT_ENTITLEMENTS) {
    char *addons = keyhold_lease_addons(held->lease);
    json_object_set_new(line, "addons", json_loads(addons, 0, NULL));
    keyhold_free(addons);
  }
  show(line);
  if (event->kind == KEYHOLD_EVENT_RELEASED && held->saves) sem_wait(&held->saved);
}

void show_place(keyhold_place *place, void *context) {
  struct held *held = context;
  keyhold_place_free(atomic_exchange(&held->place, keyhold_place_keep(place)));
  show(json_pack("{s:s, s:s, s:i}", "client", held->name, "event", "place", "place", keyhold_place_number(place)));
}

double idle_of(void *context) { return ((struct held *)context)->idle_ms; }

void open_address(const char *address, void *context) { show_event(context, "open", "address", address); }
void show_code(const char *code, const char *address, void *context) {
  if (*address) show_event(context, "code", "code", code);
}
