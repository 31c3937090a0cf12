#ifndef HELD_H
#define HELD_H
#include "vectors.h"
#include <semaphore.h>
/** A client of the bed. */
struct held {
  struct held *next;
  char *name;
  struct ahead ahead;
  double idle_ms;
  _Atomic(keyhold_client *) client;
  _Atomic(keyhold_lease *) lease;
  _Atomic(keyhold_offline *) offline;
  _Atomic(keyhold_place *) place;
  sem_t saved;
  bool saves;
};
void hear(const keyhold_event *event, void *context);
void show_place(keyhold_place *place, void *context);
double idle_of(void *context);
void open_address(const char *address, void *context);
void show_code(const char *code, const char *address, void *context);
#endif
