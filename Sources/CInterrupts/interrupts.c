#include "interrupts.h"
#include <signal.h>

static volatile sig_atomic_t came = 0;
// Touched by the one thread that reads and evaluates, never by the handler.
static int depth = 0;
static struct sigaction before;

static void note_interrupt(int signal_number) {
  (void)signal_number;
  came = 1;
}

int graphbook_interrupts_came(void) { return came != 0; }

void graphbook_interrupts_begin(void) {
  if (depth++ > 0) return;
  came = 0;
  // Without SA_RESTART, so that a read that waits for a line ends.
  struct sigaction action = {0};
  action.sa_handler = note_interrupt;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &before);
}

void graphbook_interrupts_end(void) {
  if (depth == 0 || --depth > 0) return;
  sigaction(SIGINT, &before, 0);
  came = 0;
}
