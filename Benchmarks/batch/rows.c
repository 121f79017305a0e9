// Batch requests as a C program does them with SQLite in memory: prepared statements in one transaction.
//
//   rows NUMBER    inserts, updates and deletes that many players, and prints the seconds of each
#include "../peer.h"

static void step(sqlite3_stmt *statement, sqlite3 *db) {
  check(sqlite3_step(statement), db);
  sqlite3_reset(statement);
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  long count = atol(argv[1]);
  sqlite3 *db;
  check(sqlite3_open(":memory:", &db), db);
  check(sqlite3_exec(db, "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT, age INTEGER, points REAL)", 0, 0, 0), db);
  char **names = malloc(count * sizeof(char *));
  for (long row = 0; row < count; row++) {
    names[row] = malloc(64);
    snprintf(names[row], 64, "Player %ld", row);
  }
  double start = now();
  check(sqlite3_exec(db, "BEGIN", 0, 0, 0), db);
  sqlite3_stmt *insert = prepare(db, "INSERT INTO player (id, name, age, points) VALUES (?, ?, ?, ?)");
  for (long row = 0; row < count; row++) {
    sqlite3_bind_int64(insert, 1, row + 1);
    sqlite3_bind_text(insert, 2, names[row], -1, SQLITE_STATIC);
    sqlite3_bind_int64(insert, 3, 18 + row % 20);
    sqlite3_bind_double(insert, 4, row / 7.0);
    step(insert, db);
  }
  check(sqlite3_exec(db, "COMMIT", 0, 0, 0), db);
  printf("insert %f\n", now() - start);
  start = now();
  check(sqlite3_exec(db, "BEGIN", 0, 0, 0), db);
  sqlite3_stmt *update = prepare(db, "UPDATE player SET points = ? WHERE id = ?");
  for (long row = 0; row < count; row++) {
    sqlite3_bind_double(update, 1, 50.0);
    sqlite3_bind_int64(update, 2, row + 1);
    step(update, db);
  }
  check(sqlite3_exec(db, "COMMIT", 0, 0, 0), db);
  printf("update %f\n", now() - start);
  start = now();
  check(sqlite3_exec(db, "BEGIN", 0, 0, 0), db);
  sqlite3_stmt *delete = prepare(db, "DELETE FROM player WHERE id = ?");
  for (long row = 0; row < count; row++) {
    sqlite3_bind_int64(delete, 1, row + 1);
    step(delete, db);
  }
  check(sqlite3_exec(db, "COMMIT", 0, 0, 0), db);
  printf("delete %f\n", now() - start);
  return 0;
}
