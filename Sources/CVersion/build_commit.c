#include "build_commit.h"

// Package.swift defines it where the environment names a commit. Only this file then has to be compiled again.
#ifndef GRAPHBOOK_COMMIT
#define GRAPHBOOK_COMMIT ""
#endif

const char *graphbook_build_commit(void) { return GRAPHBOOK_COMMIT; }
