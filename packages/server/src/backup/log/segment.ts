/** Objects of a target with pieces of the log. */
export const WAL_FOLDER = 'wal/';
export const walName = (file: string): string => `${WAL_FOLDER}${file}.gz`;

/** Default of PostgreSQL, which the embedded one keeps. */
const SEGMENT_BYTES = 16n * 1024n * 1024n;
const SEGMENTS_PER_ID = 0x1_0000_0000n / SEGMENT_BYTES;

/** A position in the log, `16/B374D848`, as a number of bytes. */
export function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** The number of the segment that a position lies in; numbers grow with the log, whatever the timeline. */
export const segmentOf = (lsn: bigint): bigint => lsn / SEGMENT_BYTES;

/** `000000010000000000000002` → timeline and number; undefined for any other file. */
export function parseSegment(name: string): { readonly timeline: number; readonly number: bigint } | undefined {
  const match = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/.exec(name);
  if (match === null) return undefined;
  const [, timeline = '', id = '', part = ''] = match;
  return { timeline: Number.parseInt(timeline, 16), number: BigInt(`0x${id}`) * SEGMENTS_PER_ID + BigInt(`0x${part}`) };
}

export const isHistory = (name: string): boolean => /^[0-9A-F]{8}\.history$/.test(name);

/**
 * Where a timeline left those before it: the end of each in the log, by its number.
 *
 * @param text of the newest history file; empty for the first timeline
 */
export function parseHistory(text: string): ReadonlyMap<number, bigint> {
  const ends = new Map<number, bigint>();
  for (const line of text.split('\n')) {
    const [, timeline, lsn] = /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/i.exec(line) ?? [];
    if (timeline !== undefined && lsn !== undefined) ends.set(Number(timeline), parseLsn(lsn));
  }
  return ends;
}
