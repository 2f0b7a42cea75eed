import { expect, test } from 'vitest';
import { CatalogueError } from '../kernel/errors/catalogue-error.js';
import { errorIds } from '../kernel/errors/error-ids.js';
import { replayAnswer } from './replay.js';

const kept = { id: 'kept' };
const failing = (error: unknown) => async (): Promise<object> => {
  throw error;
};

test('[D27] a repeated request whose checks pass gets the kept answer, and its transaction does not run', async () => {
  let worked = false;
  const answer = await replayAnswer(kept, false, async (write) =>
    write(async () => {
      worked = true;
      return {};
    }),
  );
  expect([answer, worked]).toEqual([kept, false]);
});

test('[D27] also where the use case gives the end of its checks another error', async () => {
  const run = async (write: (work: () => Promise<object>) => Promise<object>) => {
    try {
      return await write(async () => ({}));
    } catch (cause) {
      throw new CatalogueError(errorIds.updatingFailed, 'The fields could not be updated.', { cause });
    }
  };
  expect(await replayAnswer(kept, false, run)).toBe(kept);
});

test('[D27] a caller who lost the right gets the refusal', async () => {
  for (const id of [errorIds.mayNotUpdate, errorIds.mayNotCall, errorIds.outsideRowFilter, errorIds.unauthenticated]) {
    await expect(replayAnswer(kept, false, failing(new CatalogueError(id, 'no')))).rejects.toMatchObject({ id });
  }
});

test('[D27] what the request itself has changed does not refuse it; a file that is not there for a reader does', async () => {
  const gone = new CatalogueError(errorIds.fileNotFound, 'gone');
  expect(await replayAnswer(kept, false, failing(gone))).toBe(kept);
  await expect(replayAnswer(kept, true, failing(gone))).rejects.toBe(gone);
});

test('[D27] without an answer about the rights there is none from the store', async () => {
  const broken = new Error('the database is away');
  await expect(replayAnswer(kept, false, failing(broken))).rejects.toBe(broken);
});

test.each([
  ['refuses', new CatalogueError(errorIds.mayNotCreate, 'no')],
  ['cannot be read', new Error('the database is away')],
])(
  '[D27] [D138] no kept answer when the checks passed with an outdated configuration and the one in force %s',
  async (_, now) => {
    const run = async (write: (work: () => Promise<object>) => Promise<object>) => {
      await write(async () => ({})).catch(() => undefined);
      throw now;
    };
    await expect(replayAnswer(kept, false, run)).rejects.toBe(now);
  },
);
