import { expect, test } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { type Queryable, sql } from '../../postgres/database.js';
import { defaultBounds } from './bounds.js';
import { findHits } from './find-hits.js';

const LIMIT = 26;
const texts = { subProjectId: newId(), source: 'process' as const, fields: ['text'], words: ["'w':*"] };

/** Searches where so many of the 500 newest texts have the word, of which none is visible, and a page is among the next. */
async function searchWith(count: number) {
  const statements: string[] = [];
  const answers = [
    [{ number: 500, last: newId(), counts: [count], id: null }],
    Array.from({ length: LIMIT }, () => ({ number: 1, last: newId(), counts: [], id: `f${newId()}` })),
  ];
  const db = (async (...statement: unknown[]) => {
    const answer = answers[statements.length];
    statements.push(JSON.stringify(statement));
    return answer;
  }) as unknown as Queryable;
  const wanted = { before: undefined, limit: LIMIT, visible: sql`visible`, withWord: undefined, bounds: defaultBounds };
  const { hits } = await findHits(db, texts, wanted);
  return { hits: hits.length, ways: statements.map((one) => (one.includes('walked as') ? 'walk' : 'look up')) };
}

test('a word whose next page is likely to be near is not looked up, however many texts have it', async () => {
  // 13 of 500: 26 more are among the next 1000.
  expect(await searchWith(13)).toEqual({ hits: LIMIT, ways: ['walk', 'walk'] });
  expect(await searchWith(7)).toEqual({ hits: LIMIT, ways: ['walk', 'walk'] });
  expect(await searchWith(6)).toEqual({ hits: LIMIT, ways: ['walk', 'look up'] });
  expect(await searchWith(0)).toEqual({ hits: LIMIT, ways: ['walk', 'look up'] });
});
