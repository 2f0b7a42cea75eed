import { randomBytes } from 'node:crypto';
import { CommandError, exitCodes } from '../terminal/exit-codes.js';

/**
 * Makes an import resumable without local state: every batch is sent with an Idempotency-Key derived from it, so the service
 * repeats its answer when a created batch is sent again. The service saves answers for 24 hours (D27).
 */
export interface ImportIdentity {
  readonly text: string;
  /** Rows per batch. It is part of the identity, because other batch sizes would send other rows under the same key. */
  readonly batchRows: number;
  keyOf(index: number): string;
}

const IDEMPOTENCY_KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

export function newIdentity(batchRows: number, now: number = Date.now()): ImportIdentity {
  return identityOf(`${Math.floor(now / 1000).toString(36)}.${randomBytes(5).toString('hex')}.${batchRows}`, batchRows);
}

/** @throws CommandError when the text is not an identity, or older than the answers that the service has saved */
export function readIdentity(text: string, now: number = Date.now()): ImportIdentity {
  const [, begun = '', rows = ''] = /^([0-9a-z]{1,9})\.[0-9a-f]{10}\.([1-9]\d{0,4})$/.exec(text) ?? [];
  const batchRows = Number(rows);
  if (begun === '' || batchRows > 10_000) throw new CommandError(`"${text}" is not the id of an import.`);
  if (now - Number.parseInt(begun, 36) * 1000 > IDEMPOTENCY_KEY_LIFETIME_MS) {
    throw new CommandError(
      'This import began more than 24 hours ago, and the service no longer knows which of its rows were created.',
      exitCodes.conflict,
    );
  }
  return identityOf(text, batchRows);
}

const identityOf = (text: string, batchRows: number): ImportIdentity => ({
  text,
  batchRows,
  keyOf: (index) => `import-${text}-${index}`,
});
