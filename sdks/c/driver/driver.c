/* The driver of the conformance bed: commands as JSON lines on standard input, replies and events on standard output. */
#include "held.h"
#include "lines.h"
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t finding = PTHREAD_MUTEX_INITIALIZER;
static struct held *clients;

static keyhold_result connect_client(const json_t *command, keyhold_error *error) {
  struct held *held = kh_alloc(sizeof *held);
  char *root_key = json_dumps(json_object_get(command, "root-key"), 0);
  held->name = kh_duplicate(kh_text(command, "client"));
  held->saves = json_is_true(json_object_get(command, "saves"));
  held->ahead.ms = json_number_value(json_object_get(command, "ahead-ms"));
  sem_init(&held->saved, 0, 0);
  keyhold_options options = {
      .base_url = kh_text(command, "base-url"), .token = json_string_value(json_object_get(command, "token")),
      .application = json_string_value(json_object_get(command, "application")), .root_key = root_key,
      .folder = json_string_value(json_object_get(command, "store")), .calendar = calendar_ahead, .context = &held->ahead};
  keyhold_client *client;
  keyhold_result result = keyhold_open(&options, &client, error);
  held->client = client;
  free(root_key);
  pthread_mutex_lock(&finding);
  held->next = clients;
  clients = held;
  pthread_mutex_unlock(&finding);
  return result;
}

static keyhold_result consume(struct held *held, const json_t *command, keyhold_error *error) {
  keyhold_request request = {.product = kh_text(command, "product"), .name = "Studio", .version = "26.1",
                             .device_id = kh_text(json_object_get(command, "device"), "id"),
                             .device_name = json_string_value(json_object_get(json_object_get(command, "device"), "name")), .listener = hear, .context = held,
                             .waits = json_is_true(json_object_get(command, "wait")), .on_place = show_place,
                             .takes_over = json_is_true(json_object_get(command, "take-over"))};
  held->idle_ms = json_number_value(json_object_get(command, "idle-ms"));
  if (held->idle_ms) request.idle_ms = idle_of;
  request.license = json_string_value(json_object_get(command, "license"));
  request.max_seconds = (int)json_integer_value(json_object_get(command, "max-seconds"));
  request.released_on = json_string_value(json_object_get(command, "released-on"));
  keyhold_lease *lease;
  keyhold_result result = keyhold_consume(held->client, &request, &lease, error);
  keyhold_lease_free(atomic_exchange(&held->lease, lease));
  return result;
}

static keyhold_result list(struct held *held, const json_t *command, json_t *reply, keyhold_error *error) {
  keyhold_license *licenses = NULL;
  size_t count = 0;
  keyhold_result result = keyhold_consumable(held->client, json_string_value(json_object_get(command, "product")), &licenses, &count, error);
  json_t *items = json_array();
  for (size_t one = 0; one < count; ++one) {
    json_array_append_new(items, json_pack("{s:s, s:s, s:b, s:b}", "rn", licenses[one].rn, "product", licenses[one].product,
                                           "available", licenses[one].available, "held-by-me", licenses[one].held_by_me));
  }
  json_object_set_new(reply, "items", items);
  keyhold_free(licenses);
  return result;
}

static keyhold_result run(struct held *held, const json_t *command, json_t *reply, keyhold_error *error) {
  const char *what = kh_text(command, "do");
  keyhold_result result = KEYHOLD_OK;
  if (strcmp(what, "consume") == 0) result = consume(held, command, error);
  int asked = 0;
  if (strcmp(what, "ask") == 0) result = keyhold_place_ask(held->place, kh_text(command, "message"), &asked, error);
  if (asked) json_object_set_new(reply, "asked", json_integer(asked));
  if (strcmp(what, "leave") == 0) keyhold_place_leave(held->place);
  if (strcmp(what, "close") == 0) keyhold_close(atomic_exchange(&held->client, NULL));
  if (strcmp(what, "release") == 0 && held->lease) result = keyhold_lease_release(held->lease, error);
  int days = (int)json_integer_value(json_object_get(command, "days"));
  if (strcmp(what, "take-offline") == 0) result = keyhold_lease_take_offline(held->lease, days, error);
  if (strcmp(what, "open-offline") == 0) {
    keyhold_offline *offline;
    result = keyhold_open_offline(held->client, kh_text(command, "product"), kh_text(json_object_get(command, "device"), "id"), &offline, error);
    held->offline = offline;
    json_object_set_new(reply, "entitled", json_boolean(offline && keyhold_offline_entitled(offline)));
  }
  bool returns = strcmp(what, "return") == 0;
  if (returns) result = held->offline ? keyhold_offline_give_back(held->offline, error) : keyhold_lease_give_back(held->lease, error);
  if (strcmp(what, "consumable") == 0) result = list(held, command, reply, error);
  if (strcmp(what, "clock") == 0) held->ahead.ms = json_number_value(json_object_get(command, "ahead-ms"));
  if (strcmp(what, "saved") == 0) sem_post(&held->saved);
  if (strcmp(what, "sign-in") == 0) result = keyhold_sign_in(held->client, open_address, held, error);
  if (strcmp(what, "sign-in-by-code") == 0) result = keyhold_sign_in_by_code(held->client, show_code, held, error);
  if (strcmp(what, "use-token") == 0) keyhold_use_token(held->client, kh_text(command, "token"));
  if (strcmp(what, "restore") == 0) json_object_set_new(reply, "restored", json_boolean(keyhold_restore(held->client)));
  if (strcmp(what, "sign-out") == 0) result = keyhold_sign_out(held->client, error);
  if (strcmp(what, "access-token") != 0) return result;
  char *token = NULL;
  result = keyhold_access_token(held->client, &token, error);
  if (token) json_object_set_new(reply, "token", json_string(token));
  keyhold_free(token);
  return result;
}

json_t *execute(const json_t *command, keyhold_error *error) {
  json_t *reply = run_vector(command);
  if (reply) return reply;
  bool connects = strcmp(kh_text(command, "do"), "connect") == 0;
  if (connects && connect_client(command, error) != KEYHOLD_OK) return NULL;
  pthread_mutex_lock(&finding);
  struct held *held = clients;
  while (held && strcmp(held->name, kh_text(command, "client")) != 0) held = held->next;
  pthread_mutex_unlock(&finding);
  if (!held) return kh_fail(error, KEYHOLD_FAILED, "no-client", "There is no such client."), NULL;
  reply = json_object();
  if (!connects && run(held, command, reply, error) != KEYHOLD_OK) return json_decref(reply), NULL;
  if (connects || !held->lease) return reply;
  keyhold_state state = keyhold_lease_state(held->lease);
  char *addons = keyhold_lease_addons(held->lease);
  json_t *shown = json_pack("{s:s, s:I, s:s, s:b, s:o}", "license", state.license, "epoch", (json_int_t)state.epoch, "standing",
                             keyhold_standing_name(state.standing), "entitled", state.entitled, "addons", json_loads(addons, 0, NULL));
  json_object_update_missing_new(reply, shown);
  keyhold_free(addons);
  return reply;
}

void close_clients(void) {
  for (struct held *held; (held = clients); free(held)) {
    clients = held->next;
    keyhold_offline_free(held->offline);
    keyhold_lease_free(held->lease);
    keyhold_place_free(held->place);
    keyhold_close(held->client);
    free(held->name);
  }
}
