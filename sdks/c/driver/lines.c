/* Reads commands, each executed in a thread of its own, until the end of the input. */
#include "lines.h"
#include <stdio.h>
#include <stdlib.h>

struct work {
  struct work *next;
  pthread_t thread;
  json_t *command;
};

static pthread_mutex_t printing = PTHREAD_MUTEX_INITIALIZER;

void show(json_t *line) {
  pthread_mutex_lock(&printing);
  json_dumpf(line, stdout, JSON_COMPACT);
  putchar('\n');
  fflush(stdout);
  pthread_mutex_unlock(&printing);
  json_decref(line);
}

static void *answer(void *context) {
  json_t *command = ((struct work *)context)->command;
  keyhold_error error = {.result = KEYHOLD_OK};
  json_t *reply = execute(command, &error);
  json_t *line = json_object();
  json_object_set(line, "id", json_object_get(command, "id"));
  bool has_failed = reply == NULL;
  json_object_set_new(line, has_failed ? "error" : "ok", has_failed ? json_string(error.code) : reply);
  json_decref(command);
  show(line);
  return NULL;
}

int main(void) {
  struct work *all = NULL;
  char *text = NULL;
  size_t size = 0;
  while (getline(&text, &size, stdin) > 0) {
    struct work *work = kh_alloc(sizeof *work);
    work->command = json_loads(text, 0, NULL);
    work->next = all;
    all = work;
    if (pthread_create(&work->thread, NULL, answer, work) != 0) abort();
  }
  for (struct work *work; (work = all); free(work)) {
    all = work->next;
    pthread_join(work->thread, NULL);
  }
  close_clients();
  free(text);
  return 0;
}
