/* The connection of an application to its license server. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

static pthread_once_t prepared = PTHREAD_ONCE_INIT;

static void prepare(void) { curl_global_init(CURL_GLOBAL_DEFAULT); }

keyhold_result keyhold_open(const keyhold_options *options, keyhold_client **client, keyhold_error *error) {
  *client = NULL;
  if (!options->base_url) return kh_fail(error, KEYHOLD_FAILED, "no-address", "Give keyhold_open the base address.");
  json_t *root_key = options->root_key ? json_loads(options->root_key, 0, NULL) : NULL;
  if (options->root_key && !root_key) {
    return kh_fail(error, KEYHOLD_FAILED, "no-root-key", "The root key is not a JSON Web Key.");
  }
  pthread_once(&prepared, prepare);
  keyhold_client *made = kh_alloc(sizeof *made);
  atomic_init(&made->references, 1);
  atomic_init(&made->sign_ins, 0);
  made->base = kh_duplicate(options->base_url);
  for (size_t last = strlen(made->base); last > 0 && made->base[last - 1] == '/'; --last) made->base[last - 1] = '\0';
  made->application = kh_duplicate(options->application);
  made->sign_in_name = kh_print("keyhold.sign-in.%s@%s", options->application ? options->application : "", made->base);
  made->device_name = kh_duplicate(options->device_name);
  made->root_key = root_key;
  made->calendar = options->calendar;
  made->context = options->context;
  made->token = kh_duplicate(options->token);
  made->used = json_object();
  made->keys_at = -1e9;
  pthread_mutex_init(&made->mutex, NULL);
  pthread_mutex_init(&made->renewing, NULL);
  pthread_mutex_init(&made->keys_mutex, NULL);
  keyhold_result result = kh_store_open(&made->store, options->folder, error);
  if (result != KEYHOLD_OK) {
    kh_client_drop(made);
    return result;
  }
  *client = made;
  return KEYHOLD_OK;
}

/** Frees the client when its last lease is freed, too. */
void kh_client_drop(keyhold_client *client) {
  if (atomic_fetch_sub(&client->references, 1) > 1) return;
  kh_store_close(&client->store);
  json_decref(client->root_key);
  json_decref(client->tokens);
  json_decref(client->used);
  json_decref(client->server);
  json_decref(client->keys);
  free(client->base);
  free(client->application);
  free(client->sign_in_name);
  free(client->device_name);
  free(client->token);
  free(client->machine);
  pthread_mutex_destroy(&client->mutex);
  pthread_mutex_destroy(&client->renewing);
  pthread_mutex_destroy(&client->keys_mutex);
  free(client);
}

keyhold_result kh_closed(keyhold_error *error) {
  return kh_fail(error, KEYHOLD_FAILED, "closed", "The client is closed.");
}

bool kh_is_closed(keyhold_client *client) {
  pthread_mutex_lock(&client->mutex);
  bool is = client->is_closed;
  pthread_mutex_unlock(&client->mutex);
  return is;
}

void keyhold_close(keyhold_client *client) {
  if (!client) return;
  pthread_mutex_lock(&client->mutex);
  client->is_closed = true;
  pthread_mutex_unlock(&client->mutex);
  kh_leave_places(client);
  while (atomic_load(&client->sign_ins) > 0) kh_sleep(20);
  for (;;) {
    pthread_mutex_lock(&client->mutex);
    keyhold_lease *lease = client->leases;
    pthread_mutex_unlock(&client->mutex);
    if (!lease) break;
    keyhold_lease_release(lease, NULL);
  }
  kh_client_drop(client);
}

/** The key that a header names, from the server's key set, which is requested at most every five seconds. */
keyhold_result kh_find_key(keyhold_client *client, const json_t *header, json_t **key, keyhold_error *error) {
  keyhold_result result = KEYHOLD_OK;
  pthread_mutex_lock(&client->keys_mutex);
  json_t *found = kh_key_in(client->keys, header);
  if (!found && kh_now() - client->keys_at >= 5000) {
    json_t *reply = NULL;
    result = kh_send(client->base, &(struct kh_request){.method = "GET", .path = "/.well-known/jwks.json", .timeout_ms = 10000},
                     &reply, error);
    json_t *keys = json_object_get(reply, "keys");
    if (json_is_array(keys)) {
      json_decref(client->keys);
      client->keys = json_incref(keys);
      client->keys_at = kh_now();
      found = kh_key_in(keys, header);
    }
    json_decref(reply);
  }
  *key = json_incref(found);
  pthread_mutex_unlock(&client->keys_mutex);
  if (found || result != KEYHOLD_OK) return result;
  return kh_invalid(error, "The lease token is signed by an unknown key.");
}

keyhold_result keyhold_consumable(keyhold_client *client, const char *product, keyhold_license **licenses, size_t *count,
                                  keyhold_error *error) {
  char *escaped = product ? kh_escape(product) : NULL;
  char *path = kh_print("/license/v1/licenses/consumable%s%s", product ? "?product=" : "", product ? escaped : "");
  json_t *reply = NULL;
  struct kh_request request = {.method = "GET", .path = path, .timeout_ms = 10000};
  keyhold_result result = kh_call(client, &request, &reply, error);
  free(path);
  free(escaped);
  if (result != KEYHOLD_OK) return result;
  json_t *items = json_object_get(reply, "items"), *item;
  if (json_is_array(items)) {
    *count = json_array_size(items);
    *licenses = kh_alloc(*count * sizeof **licenses);
    size_t index;
    json_array_foreach(items, index, item) {
      keyhold_license *one = *licenses + index;
      kh_copy(one->rn, sizeof one->rn, kh_text(item, "rn"));
      kh_copy(one->product, sizeof one->product, kh_text(json_object_get(item, "certificate"), "product"));
      one->available = json_is_true(json_object_get(item, "available"));
      one->held_by_me = json_is_true(json_object_get(item, "held-by-me"));
    }
  } else {
    result = kh_invalid(error, "The reply of the server has no list of licenses.");
  }
  json_decref(reply);
  return result;
}
