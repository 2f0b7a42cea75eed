import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldText } from '../../kernel/text/fold-text.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const inDatabase = async (texts: readonly string[]): Promise<readonly string[]> =>
  (
    await database.db<{ folded: string }>`
    select fold_text(one) as folded from unnest(${texts}::text[]) with ordinality as t (one, place) order by place`
  ).map(({ folded }) => folded);

// Characters of Unicode 15.1 and later may have a decomposition that this PostgreSQL or this Node does not know yet.
const isNew = (code: number): boolean => (code >= 0x1c89 && code <= 0x1c8a) || (code >= 0xa7c0 && code <= 0xa7ff);

test('[D5] fold_text and foldText agree on every character of the Basic Multilingual Plane', async () => {
  const all = Array.from({ length: 0xffff }, (_, index) => index + 1).filter(
    (code) => (code < 0xd800 || code > 0xdfff) && !isNew(code),
  );
  // Between letters, as a mark or a sigma stands in a text.
  const texts = all.map((code) => `aB${String.fromCodePoint(code)}É`);
  const folded = await inDatabase(texts);
  expect(texts.filter((text, index) => foldText(text) !== folded[index])).toEqual([]);
  expect(folded.filter((text) => foldText(text) !== text)).toEqual([]);
});

test('[D5] folding makes case, accents and width the same, and nothing else', async () => {
  const groups = [
    ['Straße', 'STRASSE', 'strasse', 'ｓｔｒａｓｓｅ', 'STRAẞE'],
    ['Müller', 'MU\u0308LLER', 'muller'],
    ['Ὀδυσσεύς', 'ΟΔΥΣΣΕΥΣ'],
    ['Иванов', 'ИВАНОВ'],
    ['\ufb01n', 'FIN'],
    ['İstanbul', 'istanbul'],
    ['', '\u0301'],
    ['a_b%', 'A_B%'],
  ];
  for (const group of groups) {
    const folded = new Set([...(await inDatabase(group)), ...group.map(foldText)]);
    expect([...folded]).toHaveLength(1);
  }
  const distinct = ['o', 'ø', 'l', 'ł', 'и', 'u', 'а', 'a', ' a', '𝒳', 'я'];
  expect(new Set(await inDatabase(distinct)).size).toBe(distinct.length);
});
