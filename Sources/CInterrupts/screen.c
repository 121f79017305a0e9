#include "screen.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static volatile sig_atomic_t is_on = 0;
static volatile sig_atomic_t resized = 0;
// Written before is_on is set, and read by the handler only after that.
static struct termios before;

// What ends a process: by others, by a fault of its own, by a trap of Swift.
static const int fatal[] = {SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE};
enum { FATAL_COUNT = sizeof fatal / sizeof fatal[0] };
static struct sigaction earlier[FATAL_COUNT];
static struct sigaction earlier_resize;

// The handlers run here, as the process may end because its stack is full.
static char handler_stack[65536];

// The other screen, no cursor, and long lines are cut at the border instead of being wrapped.
static const char on[] = "\033[?1049h\033[?25l\033[?7l\033[2J\033[H";
static const char off[] = "\033[0m\033[?7h\033[?25h\033[?1049l";

static void put(const char *text, size_t length) {
  while (length > 0) {
    ssize_t count = write(STDOUT_FILENO, text, length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    text += count;
    length -= (size_t)count;
  }
}

// write and tcsetattr are what POSIX allows in a handler.
static void restore(void) {
  if (!is_on) return;
  is_on = 0;
  put(off, sizeof off - 1);
  tcsetattr(STDIN_FILENO, TCSANOW, &before);
}

static void end_process(int number) {
  restore();
  signal(number, SIG_DFL);
  raise(number);
}

// A parent may have blocked them, and a process that is started inherits that.
static void unblock(void) {
  sigset_t wanted;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGWINCH);
  for (int place = 0; place < FATAL_COUNT; place++) sigaddset(&wanted, fatal[place]);
  sigprocmask(SIG_UNBLOCK, &wanted, 0);
}

static void note_resize(int number) {
  (void)number;
  resized = 1;
}

int graphbook_screen_begin(void) {
  if (is_on) return 1;
  if (!isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &before) != 0) return 0;
  struct termios raw = before;
  raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  struct sigaction action = {0};
  sigemptyset(&action.sa_mask);
  stack_t stack = {0};
  stack.ss_sp = handler_stack;
  stack.ss_size = sizeof handler_stack;
  sigaltstack(&stack, 0);
  action.sa_handler = end_process;
  action.sa_flags = SA_ONSTACK;
  for (int place = 0; place < FATAL_COUNT; place++) sigaction(fatal[place], &action, &earlier[place]);
  // Without SA_RESTART, so that waiting for a key ends.
  action.sa_handler = note_resize;
  action.sa_flags = 0;
  sigaction(SIGWINCH, &action, &earlier_resize);
  is_on = 1;
  unblock();
  if (tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) != 0) {
    graphbook_screen_end();
    return 0;
  }
  put(on, sizeof on - 1);
  return 1;
}

void graphbook_screen_end(void) {
  if (!is_on) return;
  restore();
  for (int place = 0; place < FATAL_COUNT; place++) sigaction(fatal[place], &earlier[place], 0);
  sigaction(SIGWINCH, &earlier_resize, 0);
}

void graphbook_screen_signals(int on) {
  struct termios settings;
  if (!is_on || tcgetattr(STDIN_FILENO, &settings) != 0) return;
  if (on) {
    settings.c_lflag |= ISIG;
  } else {
    settings.c_lflag &= ~(tcflag_t)ISIG;
  }
  tcsetattr(STDIN_FILENO, TCSANOW, &settings);
}

int graphbook_screen_resized(void) {
  int came = resized;
  resized = 0;
  return came;
}
