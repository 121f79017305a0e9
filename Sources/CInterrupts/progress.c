#include "progress.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static volatile sig_atomic_t thousandths = -1;
static volatile sig_atomic_t ticks = 0;
// Touched by the one thread that works, never by the handler.
static int depth = 0;
static struct sigaction before;

enum { CELLS = 30, TICKS_A_SECOND = 10, FIRST_TICKS = 5 };

static char *append(char *place, const char *text) {
  size_t length = strlen(text);
  memcpy(place, text, length);
  return place + length;
}

static char *append_number(char *place, int number) {
  char digits[12];
  int count = 0;
  do {
    digits[count++] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0 && count < 11);
  while (count > 0) *place++ = digits[--count];
  return place;
}

// Only write, and what a handler may call.
static void draw(int signal_number) {
  (void)signal_number;
  int saved = errno;
  ticks = ticks + 1;
  char text[256];
  char *end = append(text, "\r\033[K");
  int done = thousandths;
  if (done >= 0) {
    if (done > 1000) done = 1000;
    int full = done * CELLS / 1000;
    for (int cell = 0; cell < CELLS; cell++) end = append(end, cell < full ? "█" : "░");
    end = append(end, " ");
    end = append_number(end, done / 10);
    end = append(end, " %");
  } else {
    end = append(end, "working, ");
    end = append_number(end, (ticks + FIRST_TICKS - 1) / TICKS_A_SECOND);
    end = append(end, " s");
  }
  end = append(end, "  (Ctrl-C stops it)");
  ssize_t written = write(STDOUT_FILENO, text, (size_t)(end - text));
  (void)written;
  errno = saved;
}

static void set_timer(long first_microseconds, long microseconds) {
  struct itimerval timer = {{0, microseconds}, {0, first_microseconds}};
  setitimer(ITIMER_REAL, &timer, 0);
}

void graphbook_progress_begin(void) {
  if (depth++ > 0) return;
  ticks = 0;
  thousandths = -1;
  struct sigaction action = {0};
  action.sa_handler = draw;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGALRM, &action, &before);
  set_timer(500000, 100000);
}

void graphbook_progress_set(int value) { thousandths = value; }

void graphbook_progress_end(void) {
  if (depth == 0 || --depth > 0) return;
  set_timer(0, 0);
  sigaction(SIGALRM, &before, 0);
  if (ticks > 0) {
    ssize_t written = write(STDOUT_FILENO, "\r\033[K", 4);
    (void)written;
  }
}
