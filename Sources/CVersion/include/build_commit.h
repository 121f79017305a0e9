// The commit that a package was built from.
#pragma once

// Returns the commit's abbreviated hash, or an empty text in a build that is no package.
const char *graphbook_build_commit(void);
