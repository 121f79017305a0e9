// SQLite as Swift can see it: some constants are casts there, and functions with any number of arguments cannot be called.
#pragma once
#include <sqlite3.h>

// Binds text and data that SQLite copies.
static inline int graphbook_bind_text(sqlite3_stmt *statement, int place, const char *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, place, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline int graphbook_bind_blob(sqlite3_stmt *statement, int place, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, place, bytes, count, SQLITE_TRANSIENT);
}

// No statement may change the schema by writing to it, and nothing that a hostile schema names is run.
static inline void graphbook_defend(sqlite3 *connection) {
#ifdef SQLITE_DBCONFIG_DEFENSIVE
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
#endif
#ifdef SQLITE_DBCONFIG_TRUSTED_SCHEMA
  sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
#endif
}
