// crypt(3) as Swift can use it: one function with memory of its own, which several threads may call. With glibc it is that of
// libxcrypt; musl has its own, without yescrypt.
#pragma once
#include <crypt.h>
#include <stdlib.h>
#include <string.h>

// The hash of a password with a setting, or NULL where the setting is unknown or memory is short. The caller frees it.
static inline char *graphbook_crypt(const char *password, const char *setting) {
#ifdef __GLIBC__
  void *memory = NULL;
  int size = 0;
  const char *hash = crypt_ra(password, setting, &memory, &size);
#else
  size_t size = sizeof(struct crypt_data);
  void *memory = calloc(1, size);
  const char *hash = memory ? crypt_r(password, setting, (struct crypt_data *)memory) : NULL;
#endif
  // A failure is NULL, or a text that no hash begins with.
  char *copy = hash && hash[0] == '$' ? strdup(hash) : NULL;
  free(memory);
  return copy;
}

// The setting of a new hash: yescrypt with the cost that the system's own logins have, and a salt from the kernel. NULL where
// there is none. The caller frees it.
static inline char *graphbook_crypt_setting(void) {
#ifdef __GLIBC__
  return crypt_gensalt_ra("$y$", 0, NULL, 0);
#else
  return NULL;
#endif
}
