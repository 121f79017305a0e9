#include "isolation.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>

extern char **environ;

int graphbook_start_worker(
    const char *path, char *const arguments[], int input, int output, int note, pid_t *process) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, input, 0);
  if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, output, 1);
  if (error == 0) error = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, note, 3);
  if (error == 0) error = posix_spawn(process, path, &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

struct graphbook_end graphbook_await(pid_t process) {
  struct graphbook_end end = {0, 0};
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return end;
  }
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  if (WIFEXITED(status)) end.status = WEXITSTATUS(status);
  return end;
}
