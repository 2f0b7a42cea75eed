/** Counts the records of CSV (RFC 4180) in chunks, its header left out: line ends inside quotes belong to a cell. */
export function csvRowCounter(): (chunk: Uint8Array) => number {
  let isQuoted = false;
  let lines = 0;
  return (chunk) => {
    for (const byte of chunk) {
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === LINE_FEED && !isQuoted) lines += 1;
    }
    return Math.max(0, lines - 1);
  };
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Passes on the lines of text that arrives in chunks, without line ends. `end` passes on a last line without a line end. */
export function lineSplitter(line: (text: string) => Promise<void>): {
  readonly write: (chunk: Uint8Array) => Promise<void>;
  readonly end: () => Promise<void>;
} {
  const decoder = new TextDecoder();
  let rest = '';
  return {
    async write(chunk) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) await line(part);
    },
    async end() {
      if (rest !== '') await line(rest);
    },
  };
}
