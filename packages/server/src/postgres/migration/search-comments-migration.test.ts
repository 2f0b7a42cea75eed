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

test('[D101] comments from before are found when the job has added them, without deleted ones', async ({ db }) => {
  await migrateBefore(db, 'search_comments');
  const [subProjectId, processId] = [newId(), newId()];
  await insertSubProject(db, subProjectId, document);
  await db`
    insert into processes (sub_project_id, id, state, priority, stage_key, fields, created_ts, updated_ts)
    values (${subProjectId}, ${processId}, 'INIT', 'LOW', 'stage_init', '{}', now(), now())`;
  const insert = (bodies: readonly (string | null)[]) =>
    db`insert into comments ${sql.rows(
      bodies.map((body) => ({
        sub_project_id: subProjectId,
        id: newId(),
        process_id: processId,
        author_id: newId(),
        body,
        created_ts: new Date(),
        deleted_ts: body === null ? new Date() : null,
      })),
    )}`;
  await insert([...Array.from({ length: 250 }, (_, index) => (index % 5 === 0 ? null : 'Ask Müller')), 'Nothing']);

  await migrate(db, quietLog);
  const { search } = searchUseCases({ db, subProjects: createSubProjects(db) });
  const caller = testCaller(db, { administrator: true });
  const find = async () => {
    const request = { query: 'muller', sources: ['comment'], perPageCount: '100' };
    const first = await search(caller, request);
    if (first.next === null) return { hits: first.hits.length, complete: first.complete };
    const { hits, complete } = await search(caller, { ...request, after: first.next });
    return { hits: first.hits.length + hits.length, complete };
  };
  expect(await find()).toEqual({ hits: 0, complete: false });
  await updateFieldIndexes(db, { log: quietLog, searchTexts: updateSearchTexts });
  expect(await find()).toEqual({ hits: 200, complete: true });
  await insert(['müller']);
  await db`update comments set body = null, deleted_ts = now() where body = 'Ask Müller'`;
  expect(await find()).toEqual({ hits: 1, complete: true });
  expect(await db`select count(*)::integer as texts from search_texts where source = 'comment'`).toEqual([
    { texts: 2 },
  ]);
});
