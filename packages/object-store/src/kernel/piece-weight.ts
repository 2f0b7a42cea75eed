/** What a piece of a body costs at least, in bytes: a client may send its body one byte at a time. */
const MIN_PIECE_WEIGHT = 1024;

/** What a queued piece counts against a limit of memory, in bytes. */
export const weightOf = ({ length }: Uint8Array): number => Math.max(length, MIN_PIECE_WEIGHT);
