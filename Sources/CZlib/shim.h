// zlib as Swift can see it: what begins a stream is a macro there.
#pragma once
#include <zlib.h>

// Begins to inflate a file of a zip archive, which has neither a head nor a checksum of zlib's.
static inline int graphbook_inflate_begin(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }
