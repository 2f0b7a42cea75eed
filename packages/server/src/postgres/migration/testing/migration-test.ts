import { test as base } from 'vitest';
import { createTestDatabase } from '../../../testing/test-database.js';

/** A test that has an empty database of its own. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs.
export const test = base.extend('db', async ({}, { onCleanup }) => {
  const database = await createTestDatabase({ empty: true });
  onCleanup(() => database.drop());
  return database.db;
});
