// The few atomic operations that graphs need on memory that they share across threads, and prefetching, which Swift does
// not have. A field of plain data that is copied as bytes cannot be Swift's own Atomic. These are functions, and not
// inlined, so that the thread sanitizer sees them; only the flag that every change asks for is.
#pragma once

// Counts one more holder.
void graph_count_retain(long *count);

// Removes one holder; returns 1 when it was the last. Other holders' writes before their release are then visible.
int graph_count_release(long *count);

// Whether there is one holder. Other holders' writes before their release are then visible.
int graph_count_is_one(long *count);

// Asks the processor to load a line of memory soon. Any address will do; nothing changes.
static inline void graph_prefetch(const void *address) { __builtin_prefetch(address, 1, 3); }

// Sets a flag.
void graph_flag_set(long *flag);

// Asks for a flag.
static inline long graph_flag_get(long *flag) { return __atomic_load_n(flag, __ATOMIC_ACQUIRE); }

// Returns the number stored there and increments it; nothing is counted from `limit` on.
long graph_number_next(long *place, long limit);

// The number stored there.
long graph_number_get(long *place);

// Raises the number stored there to at least `value`.
void graph_number_raise(long *place, long value);

// Makes `value` of `expected`; 0 when something else stood there, which is then left alone.
int graph_exchange(long *place, long expected, long value);
