/* Listens on a free port of 127.0.0.1 and accepts one authorization response. */
#include "internal.h"
#include <arpa/inet.h>
#include <math.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#define PATH "/signed-in"
/* How long a connection may take to send its request. */
#define PATIENCE 5000.0
/* How often a wait notices that the client is closed. */
#define LOOK 200.0

bool kh_loopback_open(struct kh_loopback *loopback) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  loopback->browser = -1;
  loopback->listener = socket(AF_INET, SOCK_STREAM, 0);
  bool is_open = loopback->listener >= 0 && bind(loopback->listener, (struct sockaddr *)&address, size) == 0 &&
                 listen(loopback->listener, 8) == 0 && getsockname(loopback->listener, (struct sockaddr *)&address, &size) == 0;
  if (!is_open && loopback->listener >= 0) close(loopback->listener);
  snprintf(loopback->host, sizeof loopback->host, "127.0.0.1:%d", ntohs(address.sin_port));
  snprintf(loopback->address, sizeof loopback->address, "http://%s%s", loopback->host, PATH);
  return is_open;
}

static bool is_readable(int file, double until) {
  double left = until - kh_now();
  struct pollfd polled = {.fd = file, .events = POLLIN};
  return left > 0 && poll(&polled, 1, (int)left + 1) > 0;
}

static void respond(int browser, int status, const char *title, const char *sentence) {
  char *page = kh_print("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>%s</title><style>:root{color-scheme:light dark;"
                        "font:1rem/1.5 system-ui,sans-serif}body{display:grid;place-content:center;min-height:90vh;margin:0;"
                        "padding:1rem;text-align:center}h1{font-size:1.25rem;margin:0 0 .5rem}p{margin:0;opacity:.75}</style>"
                        "<h1>%s</h1><p>%s</p></html>", title, title, sentence);
  char *reply = kh_print("HTTP/1.1 %d %s\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %zu\r\n"
                         "Cache-Control: no-store\r\nContent-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; "
                         "frame-ancestors 'none'; base-uri 'none'\r\nReferrer-Policy: no-referrer\r\n"
                         "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n%s",
                         status, status == 200 ? "OK" : status == 404 ? "Not Found" : "Bad Request", strlen(page), page);
#ifdef MSG_NOSIGNAL
  send(browser, reply, strlen(reply), MSG_NOSIGNAL);
#else
  send(browser, reply, strlen(reply), 0);
#endif
  free(reply);
  free(page);
  shutdown(browser, SHUT_WR);
  close(browser);
}

static json_t *parameters_of(const char *query) {
  json_t *parameters = json_object();
  char *copy = kh_duplicate(query), *rest = NULL;
  for (char *field = strtok_r(copy, "&", &rest); field; field = strtok_r(NULL, "&", &rest)) {
    char *value = strchr(field, '=');
    if (!value) continue;
    *value++ = '\0';
    for (char *at = value; *at; ++at) {
      if (*at == '+') *at = ' ';
    }
    char *plain = curl_easy_unescape(NULL, value, 0, NULL);
    json_t *text = plain ? json_string(plain) : NULL;
    if (text) json_object_set_new(parameters, field, text);
    curl_free(plain);
  }
  free(copy);
  return parameters;
}

/** The parameters of a request on our path with our host, which prevents DNS rebinding; NULL for any other. */
static json_t *read_request(const struct kh_loopback *loopback, int browser) {
  char request[16384];
  size_t size = 0;
  double until = kh_now() + PATIENCE;
  request[0] = '\0';
  while (!strstr(request, "\r\n\r\n") && size < sizeof request - 1 && is_readable(browser, until)) {
    ssize_t got = recv(browser, request + size, sizeof request - 1 - size, 0);
    if (got <= 0) return NULL;
    size += (size_t)got;
    request[size] = '\0';
  }
  char *host = strcasestr(request, "\r\nhost:"), *query = request + strlen("GET " PATH "?");
  if (!host || strncmp(request, "GET " PATH "?", strlen("GET " PATH "?")) != 0) return NULL;
  host += strlen("\r\nhost:");
  host += strspn(host, " ");
  size_t length = strcspn(host, " \r\n");
  if (length != strlen(loopback->host) || strncmp(host, loopback->host, length) != 0) return NULL;
  query[strcspn(query, " \r\n")] = '\0';
  return parameters_of(query);
}

json_t *kh_loopback_wait(struct kh_loopback *loopback, keyhold_client *client, double ms) {
  for (double until = kh_now() + ms; kh_now() < until && !kh_is_closed(client);) {
    if (!is_readable(loopback->listener, fmin(until, kh_now() + LOOK))) continue;
    int browser = accept(loopback->listener, NULL, NULL);
    if (browser < 0) continue;
    json_t *response = read_request(loopback, browser);
    if (response) {
      loopback->browser = browser;
      return response;
    }
    respond(browser, 404, "Nothing is here", "You can close this window.");
  }
  return NULL;
}

void kh_loopback_close(struct kh_loopback *loopback, bool succeeded) {
  close(loopback->listener);
  if (loopback->browser < 0) return;
  if (succeeded) {
    respond(loopback->browser, 200, "You are signed in", "You can close this window.");
  } else {
    respond(loopback->browser, 400, "You are not signed in", "You can close this window. The application shows the reason.");
  }
}
