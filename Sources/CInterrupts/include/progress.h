// A bar for what takes longer than half a second, drawn from a timer's signal: the one thread that works need not stop for
// it. It is C for the same reason as the handler of Ctrl-C.
#pragma once

// From now on, a bar appears on standard output after half a second and is redrawn ten times a second. Calls nest.
void graphbook_progress_begin(void);

// How much of the work is done, in thousandths; below 0 when it is not known.
void graphbook_progress_set(int thousandths);

// Takes the bar away, if there is one.
void graphbook_progress_end(void);
