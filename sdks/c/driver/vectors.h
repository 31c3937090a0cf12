#ifndef VECTORS_H
#define VECTORS_H
#include "internal.h"
/** The calendar of a client, ahead of the machine's by milliseconds. */
struct ahead {
  _Atomic double ms;
};
double calendar_ahead(void *context);
/** The reply to a command about the test vectors, or NULL for another command. */
json_t *run_vector(const json_t *command);
#endif
