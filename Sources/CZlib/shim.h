// zlib as Swift can see it: what begins a stream is a macro there.
#pragma once
#include <zlib.h>

// Begins to inflate a file of a zip archive, which has neither a head nor a checksum of zlib's.
static inline int graphbook_inflate_begin(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }

// Makes a gzip file (RFC 1952) of bytes; returns its length, or 0 where it does not fit.
static inline unsigned long graphbook_gzip(
    const unsigned char *bytes, unsigned long count, unsigned char *output, unsigned long room) {
  z_stream stream = {0};
  // 16 more than the largest window asks for gzip's head.
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
  stream.next_in = (unsigned char *)bytes;
  stream.avail_in = (unsigned int)count;
  stream.next_out = output;
  stream.avail_out = (unsigned int)room;
  int result = deflate(&stream, Z_FINISH);
  unsigned long length = stream.total_out;
  deflateEnd(&stream);
  return result == Z_STREAM_END ? length : 0;
}
