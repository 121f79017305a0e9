// The terminal's other screen, which full-screen programs draw on: whatever ends the process, the terminal is as it was
// before. It is C for the same reason as the handler of Ctrl-C.
#pragma once

// Switches to the other screen, without echo and with Ctrl-C as a key; keys can be read one by one. Returns 0 if standard
// input or output is no terminal. From now on, a signal that ends the process restores the terminal first.
int graphbook_screen_begin(void);

// The terminal is again what it was before. May be called without a screen.
void graphbook_screen_end(void);

// Lets Ctrl-C be a signal (1) or a key (0) while the screen is on.
void graphbook_screen_signals(int on);

// Whether the window's size has changed since this was last asked.
int graphbook_screen_resized(void);
