import { expect } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { createSubProjects } from '../../sub-projects/configuration/sub-projects.js';
import { subProjectUseCases } from '../../sub-projects/use-cases.js';
import { decisionTable, dmnFile } from '../../testing/dmn.js';
import { quietLog } from '../../testing/quiet-log.js';
import { testCaller } from '../../testing/test-caller.js';
import { sql } from '../database.js';
import { migrate } from './migrate.js';
import { migrateBefore } from './testing/migrate-before.js';
import { test } from './testing/migration-test.js';

/** A version as it was stored before there were decisions. */
const stored = {
  document: {
    name: 'Orders',
    description: '',
    stages: [{ key: 'stage_init', name: 'stage_init', default: true }],
    states: { initial: 'INIT', values: ['INIT'], transitions: null },
    priorities: { values: ['LOW', 'MEDIUM', 'HIGH'], default: 'MEDIUM' },
    fields: [],
    roles: [],
    members: [],
    workflows: [],
    storage: { legalHold: false, plugins: null, maximumFileSize: null },
    http: { allowPrivateAddresses: [] },
  },
  members: [],
  workflows: [],
};

test('[D78] a sub-project and its jobs from before there were decisions go on, and take decisions', async ({ db }) => {
  await migrateBefore(db, 'decisions');
  const [id, versionId] = [newId(), newId()];
  await db`insert into sub_projects (id, name, created_ts) values (${id}, 'Orders', now())`;
  await db`
    insert into sub_project_versions (sub_project_id, id, number, document, files, configuration, fingerprint, created_by,
      created_ts)
    values (${id}, ${versionId}, 1, 'name: Orders', '{}', ${sql.json(stored)}, 'f', 'system', now())`;
  await db`update sub_projects set current_version_id = ${versionId} where id = ${id}`;
  const insertJob = (kind: string) => db`
    insert into jobs (sub_project_id, id, kind, lane, due_ts, created_ts)
    values (${id}, ${newId()}, ${kind}, 'engine', now(), now())`;
  await insertJob('timer');
  await expect(insertJob('decision')).rejects.toMatchObject({ code: '23514' });

  await migrate(db, quietLog);
  expect((await createSubProjects(db).load(id)).decisions).toEqual([]);
  await insertJob('decision');
  await expect(insertJob('anything')).rejects.toMatchObject({ code: '23514' });
  const table = decisionTable('rate', { inputs: { amount: 'number' }, rules: [['-', '1']] });
  const { deploySubProject } = subProjectUseCases({ db, deployed: async () => undefined, storagePlugins: [] });
  const deployed = await deploySubProject(testCaller(db, { administrator: true }), {
    subProjectId: id,
    document: JSON.stringify({
      name: 'Orders',
      stages: [{ key: 'stage_init', default: true }],
      decisions: [{ key: 'rates', file: 'rates.dmn' }],
    }),
    files: { 'rates.dmn': dmnFile('rates', table) },
  });
  expect(deployed).toMatchObject({ version: '2', changes: ['decisions rates added'] });
  expect((await createSubProjects(db).load(id)).decisionFiles.has('rate')).toBe(true);
});
