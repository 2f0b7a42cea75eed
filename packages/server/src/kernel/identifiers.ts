import { randomBytes } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a string a client sent may stand where the database expects a uuid; anything else names nothing (D2). */
export const isUuid = (text: string): boolean => UUID.test(text);

/**
 * Stands for the installation where rows name a sub-project: rows of the audit log that belong to none. It is the id of no
 * sub-project, so nothing of the installation shows in one.
 */
export const INSTALLATION_ID = '00000000-0000-0000-0000-000000000000';

/** Sorts after every other id. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

let lastMillisecond = 0;
let sequence = 0;

/**
 * A new UUIDv7 (RFC 9562, method 1): 48 bits of Unix milliseconds, a 12-bit counter that keeps the ids of one process
 * in order within a millisecond, 62 random bits (D2).
 */
export function newId(now: number = Date.now()): string {
  if (now > lastMillisecond) {
    lastMillisecond = now;
    sequence = 0;
  } else {
    sequence += 1;
    if (sequence > 0xfff) {
      // The counter is used up: borrow the next millisecond, as the RFC allows.
      lastMillisecond += 1;
      sequence = 0;
    }
  }
  const bytes = randomBytes(16);
  bytes.writeUIntBE(lastMillisecond, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
