// GNU readline as Swift can see it. Its settings are C globals, which Swift 6 refuses to touch: each one that is needed
// has a small function here.
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <readline/readline.h>
#include <readline/history.h>

// At the prompt Ctrl-C is a key like any other and no signal, so nothing can arrive between two instructions. readline
// puts the terminal back as it was before a line is given out: while a statement runs, Ctrl-C is a signal again.
static inline void graphbook_prepare_terminal(int meta) {
  rl_prep_terminal(meta);
  struct termios settings;
  int descriptor = fileno(rl_instream ? rl_instream : stdin);
  if (tcgetattr(descriptor, &settings) == 0) {
    settings.c_cc[VINTR] = _POSIX_VDISABLE;
    tcsetattr(descriptor, TCSADRAIN, &settings);
  }
}

static inline void graphbook_readline_start(rl_completion_func_t *complete, rl_command_func_t *interrupt) {
  rl_readline_name = "graphbook";
  rl_prep_term_function = graphbook_prepare_terminal;
  rl_attempted_completion_function = complete;
  rl_completer_word_break_characters = " \t\n.,;:()[]{}<>=!&|+*/\"'%?~^\\";
  rl_sort_completion_matches = 0;
  rl_variable_bind("show-all-if-ambiguous", "on");
  rl_variable_bind("bell-style", "none");
  int key = 'C' & 0x1f;
  rl_bind_key_in_map(key, interrupt, emacs_standard_keymap);
  rl_bind_key_in_map(key, interrupt, vi_insertion_keymap);
  rl_bind_key_in_map(key, interrupt, vi_movement_keymap);
}

static inline const char *graphbook_readline_line(void) { return rl_line_buffer ? rl_line_buffer : ""; }

static inline int graphbook_readline_cursor(void) { return rl_point; }

// The completions are complete: file names are no part of this language.
static inline void graphbook_readline_finish_completion(int suffix) {
  rl_attempted_completion_over = 1;
  rl_completion_append_character = suffix;
}

// Leaves the line on the screen, followed by ^C, and ends it.
static inline void graphbook_readline_abandon_line(void) {
  rl_point = rl_end;
  rl_insert_text("^C");
  rl_redisplay();
  rl_newline(1, '\n');
}

// Whether readline itself ends the screen's line when Ctrl-D leaves: with bracketed paste it does, since 8.1.
static inline int graphbook_readline_ends_line(void) {
  const char *paste = rl_variable_value("enable-bracketed-paste");
  return rl_readline_version >= 0x0801 && paste && strcmp(paste, "on") == 0;
}

// The next line begins with this text, which the caller keeps until then.
static const char *graphbook_text_to_edit = NULL;

static inline int graphbook_insert_text_to_edit(void) {
  if (graphbook_text_to_edit) rl_insert_text(graphbook_text_to_edit);
  graphbook_text_to_edit = NULL;
  rl_startup_hook = NULL;
  return 0;
}

static inline void graphbook_readline_prefill(const char *text) {
  graphbook_text_to_edit = text;
  rl_startup_hook = graphbook_insert_text_to_edit;
}

// A display of Tab's candidates writes below the line; the line is then redrawn.
static inline void graphbook_readline_show_matches(rl_compdisp_func_t *show) {
  rl_completion_display_matches_hook = show;
}

static inline void graphbook_readline_leave_line(void) { rl_crlf(); }

static inline void graphbook_readline_draw_anew(void) {
  rl_on_new_line();
  rl_forced_update_display();
}

// The last entries become one.
static inline void graphbook_history_join(int count, const char *text) {
  while (count-- > 0 && history_length > 0) {
    HIST_ENTRY *entry = remove_history(history_length - 1);
    if (entry) free_history_entry(entry);
  }
  add_history(text);
}

// The newest line of the history, or NULL.
static inline const char *graphbook_history_last(void) {
  HIST_ENTRY *entry = history_length > 0 ? history_get(history_base + history_length - 1) : NULL;
  return entry ? entry->line : NULL;
}
