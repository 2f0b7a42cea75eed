import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorize } from '../../access/authorize.js';
import { newId } from '../../kernel/identifiers.js';
import type { Fragment } from '../../postgres/database.js';
import { createSubProjects } from '../../sub-projects/configuration/sub-projects.js';
import { createSearchFixture, type SearchFixture } from '../testing/search-fixture.js';
import { lookUpWord, type SearchedTexts, walkTexts, wordQuery } from './candidates.js';
import { visibleProcesses } from './visible-processes.js';

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await createSearchFixture();
  await fixture.addProcesses(
    Array.from({ length: 3000 }, (_, index) => ({ fields: { supplier: `Supplier ${index}`, notes: 'common words' } })),
  );
});
afterAll(() => fixture.drop());

/** What reads tables in the plan, as `how index or table`. */
async function readsOf(tables: Fragment, selected: Fragment): Promise<readonly string[]> {
  const rows = await fixture.db<Record<string, string>>`
    explain (costs off) with ${tables} select seen.number, hit.id from seen
    left join lateral (${selected} order by c.id desc limit 20) hit on true`;
  return rows.flatMap((row) => {
    const [, scan] = /((?:Index|Index Only|Seq|Bitmap Index) Scan .*)/.exec(row['QUERY PLAN'] ?? '') ?? [];
    return scan === undefined ? [] : [scan];
  });
}

/** The major version of PostgreSQL. */
async function versionOf(db: SearchFixture['db']): Promise<number> {
  const [row] = await db<{ version: number }>`select current_setting('server_version_num')::integer / 10000 as version`;
  return row?.version ?? 0;
}

test.for(['before the tables were analyzed', 'after it'])(
  'words are looked up by their index, and texts are walked over by their key: %s',
  async (when, { skip }) => {
    const { db, subProjectId } = fixture;
    if (when === 'after it') await fixture.owner.script('analyze');
    else skip((await versionOf(db)) < 18, 'older versions scan a table of which they know nothing');
    const subProject = await createSubProjects(db).load(subProjectId);
    const { principal } = fixture.caller('ASSIGNEE');
    const access = authorize(principal, subProject, 'process.read', 1205);
    const source = { subProjectId, source: 'process' as const, fields: ['supplier', 'notes'] };
    const texts: SearchedTexts = { ...source, words: ['suppl', '42'].map((word) => wordQuery(source, word)) };
    const selected = visibleProcesses(subProject, access, texts);

    const lookUp = await readsOf(lookUpWord(texts, texts.words[1] ?? '', newId(), 10_000), selected);
    expect(lookUp).toContain('Bitmap Index Scan on search_texts_words');
    const walk = await readsOf(walkTexts(texts, newId(), 500), selected);
    expect(walk).toContain('Index Scan Backward using search_texts_pkey on search_texts s');
    for (const reads of [lookUp, walk]) {
      // Whether a candidate has each of the words, by primary key; its process by any index.
      expect(reads.filter((one) => /^Index Scan using search_texts_pkey on search_texts s_\d$/.test(one))).toHaveLength(
        2,
      );
      expect(reads.filter((one) => one.endsWith(' on processes p'))).toHaveLength(1);
      expect(reads.filter((one) => one.startsWith('Seq Scan'))).toEqual([]);
    }
  },
);
