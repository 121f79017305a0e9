// Ctrl-C as something to ask for instead of the end of the process. A signal handler may do next to nothing, and Swift
// promises nothing about code that runs in one: so it is C, and sets one flag.
#pragma once

#include "screen.h"

// Whether the flag is set: Ctrl-C came since `graphbook_interrupts_begin`.
int graphbook_interrupts_came(void);

// Clears the flag, and from now on Ctrl-C sets it. Calls nest: only the outermost pair changes anything.
void graphbook_interrupts_begin(void);

// Ctrl-C is again what it was before.
void graphbook_interrupts_end(void);
