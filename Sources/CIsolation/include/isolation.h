// Processes that may do next to nothing. It is C because system calls are filtered by a program for the kernel, and
// because a process is started between fork and exec, where Swift's code may not run.
#pragma once
#include <stdint.h>
#include <sys/types.h>

// Starts a program with three files as its standard input, standard output and file 3; standard error is /dev/null, and
// nothing else is open in it. Returns 0, or the error number.
int graphbook_start_worker(
    const char *path, char *const arguments[], int input, int output, int note, pid_t *process);

// How a process ended.
struct graphbook_end {
  // The signal that ended it; 0 if none did.
  int signal;
  // The status with which it ended by itself.
  int status;
};

// Waits for a process that was started, and says how it ended.
struct graphbook_end graphbook_await(pid_t process);

// Limits this process for good: memory, and the length of the files that it writes, in bytes; open files. It can start no
// process, leaves no dump of its memory, ignores Ctrl-C, and ends when the process that started it does. Returns 0, or the
// error number of what the system refused.
int graphbook_limit(uint64_t memory, uint64_t file_length, uint64_t open_files);

// Allows this process so many seconds of processor time from now on; then SIGXCPU ends it.
int graphbook_allow_seconds(uint64_t seconds);

// From now on, this process can open no file or connection, start nothing, and reach no other process; it reads and writes
// what is open. Returns 0, or an error number where the system has no such thing: on macOS always.
int graphbook_confine(void);
