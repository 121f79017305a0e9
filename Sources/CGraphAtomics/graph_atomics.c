#include "graph_atomics.h"

void graph_count_retain(long *count) { __atomic_fetch_add(count, 1, __ATOMIC_RELAXED); }

int graph_count_release(long *count) { return __atomic_fetch_sub(count, 1, __ATOMIC_ACQ_REL) == 1; }

int graph_count_is_one(long *count) { return __atomic_load_n(count, __ATOMIC_ACQUIRE) == 1; }

void graph_flag_set(long *flag) { __atomic_store_n(flag, 1, __ATOMIC_RELEASE); }

int graph_exchange(long *place, long expected, long value) {
  return __atomic_compare_exchange_n(place, &expected, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

long graph_number_get(long *place) { return __atomic_load_n(place, __ATOMIC_ACQUIRE); }

long graph_number_next(long *place, long limit) {
  long number = __atomic_load_n(place, __ATOMIC_RELAXED);
  while (number < limit &&
         !__atomic_compare_exchange_n(place, &number, number + 1, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
  }
  return number;
}

void graph_number_raise(long *place, long value) {
  long number = __atomic_load_n(place, __ATOMIC_RELAXED);
  while (number < value && !__atomic_compare_exchange_n(place, &number, value, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
  }
}
