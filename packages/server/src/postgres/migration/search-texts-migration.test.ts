import { expect } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { updateFieldIndexes } from '../../processes/field-indexes/field-indexes.js';
import { insertSubProject } from '../../processes/testing/process-fixture.js';
import { document } from '../../search/testing/search-fixture.js';
import { updateSearchTexts } from '../../search/upkeep/update-search-texts.js';
import { searchUseCases } from '../../search/use-cases.js';
import { createSubProjects } from '../../sub-projects/configuration/sub-projects.js';
import { quietLog } from '../../testing/quiet-log.js';
import { testCaller } from '../../testing/test-caller.js';
import { sql } from '../database.js';
import { migrate } from './migrate.js';
import { migrateBefore } from './testing/migrate-before.js';
import { test } from './testing/migration-test.js';

test('[D101] texts from before are found when the job has added them; the answer says until then that some are missing', async ({
  db,
}) => {
  await migrateBefore(db, 'search_texts');
  const subProjectId = newId();
  await insertSubProject(db, subProjectId, document);
  const before = Array.from({ length: 450 }, () => newId());
  const insert = (ids: readonly string[], supplier: string) =>
    db`insert into processes ${sql.rows(
      ids.map((id) => ({
        sub_project_id: subProjectId,
        id,
        state: 'INIT',
        priority: 'LOW',
        stage_key: 'stage_init',
        fields: sql.json({ supplier, remark: 'Remark' }),
        created_ts: new Date(),
        updated_ts: new Date(),
      })),
    )}`;
  await insert(before, 'Müller');
  await db`insert into tasks (sub_project_id, id, run_id, workflow_id, process_id, element_id, element_key, name, state,
      candidate_groups, candidate_users, priority, created_ts)
    values (${subProjectId}, ${newId()}, ${newId()}, ${newId()}, ${before[0] ?? ''}, 'e', 1, 'Ask Müller', 'OPEN', '{}', '{}',
      50, now())`;

  await migrate(db, quietLog);
  const { search } = searchUseCases({ db, subProjects: createSubProjects(db) });
  const caller = testCaller(db, { administrator: true });
  const find = async () => {
    let hits = 0;
    let answer: Awaited<ReturnType<typeof search>> | undefined;
    do {
      answer = await search(caller, {
        query: 'muller',
        perPageCount: '100',
        ...(answer?.next ? { after: answer.next } : {}),
      });
      hits += answer.hits.length;
    } while (answer.next !== null);
    return { hits, complete: answer.complete };
  };
  expect(await find()).toEqual({ hits: 0, complete: false });
  const update = () => updateFieldIndexes(db, { log: quietLog, searchTexts: updateSearchTexts });
  await update();
  await insert([newId()], 'muller');
  expect(await find()).toEqual({ hits: 452, complete: true });

  // Words of fields that nobody searches any more go.
  await db`update sub_project_versions set configuration = jsonb_set(configuration, '{document,fields}', '[]')`;
  await update();
  const [row] = await db<{ sources: string[] }>`select array_agg(distinct source) as sources from search_texts`;
  expect(row?.sources).toEqual(['task']);
});
