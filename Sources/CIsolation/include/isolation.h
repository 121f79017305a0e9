// Processes that may do almost nothing. This is C because the filter of system calls is a program for the kernel, and
// because Swift code may not run between fork and exec.
#pragma once
#include <stdint.h>
#include <sys/types.h>

// Starts a program with three open files: standard input, standard output and file descriptor 3. Standard error is
// /dev/null, and no other file is open. Returns 0, or the error number.
int graphbook_start_worker(
    const char *path, char *const arguments[], int input, int output, int note, pid_t *process);

// How a process ended.
struct graphbook_end {
  // The signal that ended it; 0 if none did.
  int signal;
  // Its exit status, if it ended by itself.
  int status;
};

// Waits for a started process to end, and returns how it ended.
struct graphbook_end graphbook_await(pid_t process);

// Permanently limits this process: its memory and the length of the files it writes, both in bytes, and the number of
// open files. It can then start no process, leaves no core dump, ignores Ctrl-C, and ends with the process that started
// it. Returns 0, or the error number if the system refused a limit.
int graphbook_limit(uint64_t memory, uint64_t file_length, uint64_t open_files);

// Allows this process the given seconds of processor time from now on; after that, SIGXCPU ends it.
int graphbook_allow_seconds(uint64_t seconds);

// From now on, this process cannot open files or connections, start processes or reach other processes; it can only
// read and write open files. Returns 0, or an error number if the system has no such filter, as on macOS.
int graphbook_confine(void);
