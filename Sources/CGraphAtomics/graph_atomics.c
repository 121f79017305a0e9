#include "graph_atomics.h"

void graph_count_retain(long *count) { __atomic_fetch_add(count, 1, __ATOMIC_RELAXED); }

int graph_count_release(long *count) { return __atomic_fetch_sub(count, 1, __ATOMIC_ACQ_REL) == 1; }

int graph_count_is_one(long *count) { return __atomic_load_n(count, __ATOMIC_ACQUIRE) == 1; }

void graph_flag_set(long *flag) { __atomic_store_n(flag, 1, __ATOMIC_RELEASE); }

int graph_exchange(long *place, long expected, long value) {
  return __atomic_compare_exchange_n(place, &expected, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}
