/* A lease that goes on as offline. */
#include "internal.h"

keyhold_offline *kh_go_offline(keyhold_lease *lease, int days, keyhold_error *error) {
  struct kh_grant grant = kh_held(lease);
  json_t *wanted = json_pack("{s:O, s:O, s:O, s:O, s:i}", "id", json_object_get(grant.lease, "id"), "epoch",
                             json_object_get(grant.lease, "epoch"), "license", json_object_get(grant.lease, "license"),
                             "user", json_object_get(lease->expected, "sub"), "days", days);
  lease->days = days;
  keyhold_offline *offline = NULL;
  kh_check_out(lease->client, wanted, kh_text(lease->expected, "aud"), kh_text(lease->expected, "dev"), &offline, error);
  json_decref(wanted);
  kh_grant_drop(&grant);
  if (offline) {
    pthread_mutex_lock(&lease->mutex);
    lease->offline = offline;
    pthread_mutex_unlock(&lease->mutex);
    kh_stop(lease);
  }
  return offline;
}

void kh_tell_offline(keyhold_lease *lease, const keyhold_offline *offline) {
  double until = json_number_value(json_object_get(offline->claims, "exp")) * 1000;
  kh_tell(lease, (keyhold_event){.kind = KEYHOLD_EVENT_WENT_OFFLINE, .until_ms = until});
}

keyhold_result keyhold_lease_take_offline(keyhold_lease *lease, int days, keyhold_error *error) {
  keyhold_error own;
  if (!error) error = &own;
  *error = (keyhold_error){.result = KEYHOLD_OK};
  pthread_mutex_lock(&lease->leaving);
  bool is_already = lease->offline != NULL;
  keyhold_offline *offline = is_already ? NULL : kh_go_offline(lease, days, error);
  pthread_mutex_unlock(&lease->leaving);
  if (offline) kh_tell_offline(lease, offline);
  return is_already || offline ? KEYHOLD_OK : error->result;
}

keyhold_result keyhold_lease_give_back(keyhold_lease *lease, keyhold_error *error) {
  if (lease->offline) return keyhold_offline_give_back(lease->offline, error);
  return kh_fail(error, KEYHOLD_FAILED, "not-offline", "The seat is not checked out.");
}
