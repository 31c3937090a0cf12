/* Requests by libcurl; every one has a timeout, and can be cut. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

#define LARGEST_REPLY (4U << 20)
#define LONGEST_LINE (256U << 10)
/* The server sends a comment at least every 15 s, and the state at once: a stream without it is held back by a proxy. */
#define SILENT_FOR 40000.0
#define FIRST_WITHIN 10000.0

void kh_cancel_init(struct kh_cancel *cancel) {
  atomic_init(&cancel->is_stopped, false);
  atomic_init(&cancel->is_interrupted, false);
  cancel->running = NULL;
  pthread_mutex_init(&cancel->mutex, NULL);
}

static void wake(struct kh_cancel *cancel) {
  pthread_mutex_lock(&cancel->mutex);
  if (cancel->running) curl_multi_wakeup(cancel->running);
  pthread_mutex_unlock(&cancel->mutex);
}

void kh_cancel_stop(struct kh_cancel *cancel) {
  atomic_store(&cancel->is_stopped, true);
  wake(cancel);
}

/** Cuts the request that runs, and lets the next ones be. */
void kh_cancel_interrupt(struct kh_cancel *cancel) {
  atomic_store(&cancel->is_interrupted, true);
  wake(cancel);
}

void kh_cancel_destroy(struct kh_cancel *cancel) { pthread_mutex_destroy(&cancel->mutex); }

struct exchange {
  const struct kh_request *request;
  CURL *easy;
  char *content;
  size_t size;
  double heard_at;
  long status;
  bool is_foreign, has_heard;
};

/** Passes the whole lines of a stream on. */
static void pass_lines(struct exchange *exchange) {
  char *line = exchange->content, *end;
  while ((end = memchr(line, '\n', exchange->size - (size_t)(line - exchange->content)))) {
    *end = '\0';
    if (end > line && end[-1] == '\r') end[-1] = '\0';
    exchange->request->line(line, exchange->request->context);
    line = end + 1;
  }
  exchange->size -= (size_t)(line - exchange->content);
  memmove(exchange->content, line, exchange->size);
}

static size_t receive(char *bytes, size_t one, size_t count, void *context) {
  struct exchange *exchange = context;
  size_t size = one * count;
  exchange->heard_at = kh_now();
  exchange->has_heard = true;
  curl_easy_getinfo(exchange->easy, CURLINFO_RESPONSE_CODE, &exchange->status);
  bool is_stream = exchange->request->line && exchange->status == 200;
  if (is_stream) {
    char *type = NULL;
    curl_easy_getinfo(exchange->easy, CURLINFO_CONTENT_TYPE, &type);
    exchange->is_foreign = !type || strncmp(type, "text/event-stream", 17) != 0;
    if (exchange->is_foreign) return 0;
  }
  if (exchange->size + size > (is_stream ? LONGEST_LINE : LARGEST_REPLY)) return 0;
  char *content = realloc(exchange->content, exchange->size + size + 1);
  if (!content) return 0;
  exchange->content = content;
  memcpy(content + exchange->size, bytes, size);
  exchange->size += size;
  if (is_stream) pass_lines(exchange);
  return size;
}

static bool is_cut(const struct exchange *exchange) {
  const struct kh_cancel *cancel = exchange->request->cancel;
  if (cancel && (atomic_load(&cancel->is_stopped) || atomic_load(&cancel->is_interrupted))) return true;
  double limit = exchange->has_heard ? SILENT_FOR : FIRST_WITHIN;
  return exchange->request->line && kh_now() - exchange->heard_at > limit;
}

/** Runs a transfer until it has ended or is cut. */
static bool transfer(struct exchange *exchange) {
  struct kh_cancel *cancel = exchange->request->cancel;
  CURLM *multi = curl_multi_init();
  if (!multi) return false;
  if (cancel) {
    pthread_mutex_lock(&cancel->mutex);
    cancel->running = multi;
    pthread_mutex_unlock(&cancel->mutex);
  }
  curl_multi_add_handle(multi, exchange->easy);
  int running = 1;
  bool is_done = false;
  while (running && !is_cut(exchange)) {
    if (curl_multi_perform(multi, &running) != CURLM_OK) break;
    if (running) curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
  int left;
  for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
    if (message->msg == CURLMSG_DONE) is_done = message->data.result == CURLE_OK;
  }
  if (cancel) {
    pthread_mutex_lock(&cancel->mutex);
    cancel->running = NULL;
    pthread_mutex_unlock(&cancel->mutex);
  }
  curl_multi_remove_handle(multi, exchange->easy);
  curl_multi_cleanup(multi);
  return is_done;
}

static struct curl_slist *header(struct curl_slist *headers, const char *name, const char *value) {
  char *line = kh_print("%s%s", name, value);
  struct curl_slist *longer = curl_slist_append(headers, line);
  free(line);
  return longer ? longer : headers;
}

static void prepare(CURL *easy, const struct kh_request *request, const char *sent) {
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, 10000L);
  if (!request->line) curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)request->timeout_ms);
#if LIBCURL_VERSION_NUM >= 0x075500
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
  if (strcmp(request->method, "GET") == 0) return;
  if (sent || strcmp(request->method, "POST") == 0) {
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, (long)strlen(sent ? sent : ""));
    curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, sent ? sent : "");
  }
  curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request->method);
}

/** Makes a request; the content of the reply ends with a zero. False without a reply. */
static bool exchange_with(const char *base, struct exchange *exchange) {
  const struct kh_request *request = exchange->request;
  exchange->easy = curl_easy_init();
  if (!exchange->easy) return false;
  exchange->heard_at = kh_now();
  char *url = kh_print("%s%s", base, request->path);
  char *body = request->body ? json_dumps(request->body, JSON_COMPACT) : NULL;
  struct curl_slist *headers = header(NULL, "Accept: ", request->line ? "text/event-stream" : "application/json");
  const char *type = request->form ? " application/x-www-form-urlencoded" : request->body ? " application/json" : "";
  headers = header(headers, "Content-Type:", type);
  headers = header(headers, "Expect:", "");
  if (request->token) headers = header(headers, "Authorization: Bearer ", request->token);
  if (request->last_event) headers = header(headers, "Last-Event-ID: ", request->last_event);
  prepare(exchange->easy, request, request->form ? request->form : body);
  curl_easy_setopt(exchange->easy, CURLOPT_URL, url);
  curl_easy_setopt(exchange->easy, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(exchange->easy, CURLOPT_WRITEFUNCTION, receive);
  curl_easy_setopt(exchange->easy, CURLOPT_WRITEDATA, exchange);
  bool is_done = transfer(exchange);
  curl_easy_getinfo(exchange->easy, CURLINFO_RESPONSE_CODE, &exchange->status);
  if (exchange->content) exchange->content[exchange->size] = '\0';
  curl_slist_free_all(headers);
  free(url);
  free(body);
  return is_done;
}

static json_t *json_of(struct exchange *exchange) {
  json_t *reply = exchange->content ? json_loadb(exchange->content, exchange->size, 0, NULL) : NULL;
  free(exchange->content);
  exchange->content = NULL;
  return reply;
}

static keyhold_result unreachable(keyhold_error *error) {
  return kh_fail(error, KEYHOLD_UNREACHABLE, "unreachable", "The license server cannot be reached.");
}

keyhold_result kh_send(const char *base, const struct kh_request *request, json_t **reply, keyhold_error *error) {
  struct exchange exchange = {.request = request};
  keyhold_error ignored;
  if (!error) error = &ignored;
  bool is_done = exchange_with(base, &exchange);
  curl_off_t seconds = 0;
  if (exchange.easy) curl_easy_getinfo(exchange.easy, CURLINFO_RETRY_AFTER, &seconds);
  if (exchange.easy) curl_easy_cleanup(exchange.easy);
  json_t *content = json_of(&exchange);
  keyhold_result result = KEYHOLD_OK;
  bool is_success = exchange.status >= 200 && exchange.status < 300;
  if (exchange.is_foreign) {
    result = kh_foreign(error);
  } else if (!is_done) {
    result = unreachable(error);
  } else if (!is_success) {
    result = kh_refusal(error, (int)exchange.status, (double)seconds * 1000, content);
  } else if (!request->line && !json_is_true(json_object_get(content, "success")) && !json_object_get(content, "keys")) {
    result = kh_foreign(error);
  }
  if (result == KEYHOLD_OK && reply) {
    *reply = content;
  } else {
    json_decref(content);
  }
  return result;
}

keyhold_result kh_send_form(const char *base, const struct kh_request *request, long *status, json_t **reply,
                            keyhold_error *error) {
  struct exchange exchange = {.request = request};
  bool is_done = exchange_with(base, &exchange);
  if (exchange.easy) curl_easy_cleanup(exchange.easy);
  bool is_empty = exchange.size == 0;
  *reply = json_of(&exchange);
  *status = exchange.status;
  if (is_done && is_empty) *reply = json_object();
  if (is_done) return KEYHOLD_OK;
  json_decref(*reply);
  *reply = NULL;
  return unreachable(error);
}
