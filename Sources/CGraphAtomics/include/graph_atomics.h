// The few atomic operations that graphs need which share memory across threads. Swift's own are not there before
// macOS 15. They are functions, and not inlined, so that the thread sanitizer sees them; only the flag that every
// change asks for is.
#pragma once

// Counts one more holder.
void graph_count_retain(long *count);

// Counts one holder less; 1 when it was the last. What other holders did before their release is then visible.
int graph_count_release(long *count);

// Whether there is one holder. What other holders did before their release is then visible.
int graph_count_is_one(long *count);

// Sets a flag.
void graph_flag_set(long *flag);

// Asks for a flag.
static inline long graph_flag_get(long *flag) { return __atomic_load_n(flag, __ATOMIC_ACQUIRE); }

// Makes `value` of `expected`; 0 when something else stood there, which is then left alone.
int graph_exchange(long *place, long expected, long value);
