#include "isolation.h"
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

// Lowers a limit, unless it is already lower.
static int lower(int resource, uint64_t value, int *error) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return *error = errno;
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < value) value = limit.rlim_max;
  limit.rlim_cur = limit.rlim_max = (rlim_t)value;
  if (setrlimit(resource, &limit) != 0) *error = errno;
  return *error;
}

int graphbook_limit(uint64_t memory, uint64_t file_length, uint64_t open_files) {
  int error = 0;
  signal(SIGINT, SIG_IGN);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
#endif
  lower(RLIMIT_CORE, 0, &error);
  lower(RLIMIT_FSIZE, file_length, &error);
  lower(RLIMIT_NOFILE, open_files, &error);
#ifdef RLIMIT_NPROC
  lower(RLIMIT_NPROC, 0, &error);
#endif
#ifdef __linux__
  // macOS accepts this limit but does not enforce it.
  lower(RLIMIT_AS, memory, &error);
#else
  (void)memory;
#endif
  return error;
}

int graphbook_allow_seconds(uint64_t seconds) {
  struct rusage usage;
  struct rlimit limit;
  if (getrusage(RUSAGE_SELF, &usage) != 0 || getrlimit(RLIMIT_CPU, &limit) != 0) return errno;
  // The kernel counts whole seconds.
  uint64_t until = (uint64_t)usage.ru_utime.tv_sec + (uint64_t)usage.ru_stime.tv_sec + 1 + seconds;
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < until) until = limit.rlim_max;
  limit.rlim_cur = (rlim_t)until;
  return setrlimit(RLIMIT_CPU, &limit) == 0 ? 0 : errno;
}
