// The same work as StoreBench, as a C program would do it with SQLite: rows into arrays, and prepared inserts.
//
//   rows save FILE PLAYERS    inserts that many players in one transaction, and prints its seconds
//   rows read FILE            steps through all rows and puts them into arrays, and prints the seconds and their number
#include "../peer.h"
#include <string.h>

typedef struct {
  long count, room;
  long long *number, *entity, *saves, *age, *team, *club;
  double *points;
  char **name;
} Rows;

static void *grown(void *memory, long room, size_t size) { return realloc(memory, room * size); }

static void readTable(sqlite3 *db, const char *sql, int isPlayer, Rows *rows) {
  sqlite3_stmt *statement = prepare(db, sql);
  int code;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    if (rows->count == rows->room) {
      rows->room = rows->room ? 2 * rows->room : 1024;
      rows->number = grown(rows->number, rows->room, 8);
      rows->entity = grown(rows->entity, rows->room, 8);
      rows->saves = grown(rows->saves, rows->room, 8);
      rows->age = grown(rows->age, rows->room, 8);
      rows->team = grown(rows->team, rows->room, 8);
      rows->club = grown(rows->club, rows->room, 8);
      rows->points = grown(rows->points, rows->room, 8);
      rows->name = grown(rows->name, rows->room, sizeof(char *));
    }
    long row = rows->count++;
    rows->number[row] = sqlite3_column_int64(statement, 0);
    rows->entity[row] = sqlite3_column_int64(statement, 1);
    rows->saves[row] = sqlite3_column_int64(statement, 2);
    const char *name = (const char *)sqlite3_column_text(statement, 3);
    rows->name[row] = name ? strdup(name) : 0;
    if (!isPlayer) continue;
    rows->age[row] = sqlite3_column_type(statement, 4) == SQLITE_NULL ? -1 : sqlite3_column_int64(statement, 4);
    rows->points[row] = sqlite3_column_type(statement, 5) == SQLITE_NULL ? 0 : sqlite3_column_double(statement, 5);
    rows->team[row] = sqlite3_column_int64(statement, 6);
    rows->club[row] = sqlite3_column_int64(statement, 7);
  }
  check(code, db);
  sqlite3_finalize(statement);
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  double start = now();
  sqlite3 *db;
  check(sqlite3_open(argv[2], &db), db);
  if (!strcmp(argv[1], "read")) {
    Rows teams = {0}, clubs = {0}, players = {0};
    readTable(db, "SELECT Z_PK, Z_ENT, Z_OPT, ZNAME FROM ZTEAM", 0, &teams);
    readTable(db, "SELECT Z_PK, Z_ENT, Z_OPT, ZNAME FROM ZCLUB", 0, &clubs);
    readTable(db, "SELECT Z_PK, Z_ENT, Z_OPT, ZLASTNAME, ZAGE, ZPOINTS, ZTEAM, ZCLUB FROM ZPLAYER", 1, &players);
    printf("%f %ld\n", now() - start, players.count);
    return 0;
  }
  long count = atol(argv[3]);
  char name[64];
  sqlite3_stmt *team = prepare(db, "INSERT INTO ZTEAM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (?, 3, 1, ?)");
  sqlite3_stmt *club = prepare(db, "INSERT INTO ZCLUB (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (?, 1, 1, ?)");
  check(sqlite3_exec(db, "BEGIN", 0, 0, 0), db);
  for (int number = 0; number < 1000; number++) {
    sqlite3_stmt *both[2] = {team, club};
    for (int place = 0; place < 2; place++) {
      snprintf(name, sizeof name, place ? "Club %d" : "Team %d", number);
      sqlite3_bind_int64(both[place], 1, number + 1);
      sqlite3_bind_text(both[place], 2, name, -1, SQLITE_TRANSIENT);
      check(sqlite3_step(both[place]), db);
      sqlite3_reset(both[place]);
    }
  }
  check(sqlite3_exec(db, "COMMIT", 0, 0, 0), db);
  char **names = malloc(count * sizeof(char *));
  for (long number = 0; number < count; number++) {
    snprintf(name, sizeof name, "Player number %ld", number);
    names[number] = strdup(name);
  }
  start = now();
  sqlite3_stmt *player = prepare(
      db, "INSERT INTO ZPLAYER (Z_PK, Z_ENT, Z_OPT, ZAGE, ZLASTNAME, ZPOINTS, ZCLUB, ZTEAM) VALUES (?, 2, 1, ?, ?, ?, ?, ?)");
  check(sqlite3_exec(db, "BEGIN IMMEDIATE", 0, 0, 0), db);
  for (long number = 0; number < count; number++) {
    sqlite3_bind_int64(player, 1, number + 1);
    sqlite3_bind_int64(player, 2, 18 + number % 20);
    sqlite3_bind_text(player, 3, names[number], -1, SQLITE_STATIC);
    sqlite3_bind_double(player, 4, number / 7.0);
    sqlite3_bind_int64(player, 5, number / 7 % 1000 + 1);
    sqlite3_bind_int64(player, 6, number % 1000 + 1);
    check(sqlite3_step(player), db);
    sqlite3_reset(player);
  }
  check(sqlite3_exec(db, "UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT MAX(Z_PK) FROM ZPLAYER) WHERE Z_ENT = 2", 0, 0, 0), db);
  check(sqlite3_exec(db, "COMMIT", 0, 0, 0), db);
  printf("%f\n", now() - start);
  return 0;
}
