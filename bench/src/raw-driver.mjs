import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { connect } from '../../packages/server/dist/postgres/pool.js';
import { compile } from '../../packages/server/dist/postgres/sql.js';
import { processListStatement } from '../../packages/server/dist/processes/list-processes.js';
import { processListQuery } from '../../packages/server/dist/processes/process-list-query.js';
import { createSubProjects } from '../../packages/server/dist/sub-projects/sub-projects.js';
import { subProjectId } from './generate.mjs';

const ignore = () => undefined;
export const quietLog = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/**
 * The statements of the server, run by the driver alone: what there is to win. As many connections as a server process
 * has, each with its statements prepared.
 */
export async function openRawDriver(url, connections = 10) {
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: url }));
  for (const client of clients) {
    await client.connect();
    await client.query(`set search_path = millrace; set jit = off; set timezone = 'UTC'`);
  }
  const db = connect({ url, maxConnections: 1, applicationName: 'bench', log: quietLog });
  const subProject = await createSubProjects(db).load(subProjectId);
  await db.close();
  const administrator = { principal: { userId: randomUUID() }, grant: 'process.read', unrestricted: true, roles: [] };
  const prepared = (name, text) => (loop, values) => clients[loop].query({ name, text, values });
  return {
    connections,
    /** Runs the statement of one list request. */
    list(name, values) {
      const { text, values: given } = compile(
        processListStatement(processListQuery(subProject, administrator, values)),
      );
      const run = prepared(name, text);
      return (loop) => run(loop, given);
    },
    update: updateOf(prepared),
    create: createOf(prepared),
    close: () => Promise.all(clients.map((client) => client.end())),
  };
}

const auditText = `insert into audit_log (id, sub_project_id, created_ts, action, subject_type, subject_id, process_id,
    by_id, by_name, trace_id, before, after)
  values ($1, $2, $3, $4, 'process', $5::text, $5::text::uuid, $6, 'Bench', $7, $8, $9)`;
const auditValues = (processId, action) => [
  randomUUID(),
  subProjectId,
  new Date(),
  action,
  processId,
  'bench',
  'bench',
  '{"fields":{"notes":"a"}}',
  '{"fields":{"notes":"b"}}',
];

/** Lock, update, audit, in one transaction: the least that D20 and D27 allow. */
function updateOf(prepared) {
  const begin = prepared('begin', 'begin');
  const lock = prepared('lock', 'select * from processes where id = $1 and sub_project_id = $2 for no key update');
  const change = prepared(
    'change',
    `update processes set priority = $2, fields = fields || $3::jsonb, version = version + 1, updated_ts = now()
      where id = $1 returning *`,
  );
  const audit = prepared('audit-update', auditText);
  const commit = prepared('commit', 'commit');
  return async (loop, processId, { priority, ...fields }) => {
    await begin(loop, []);
    await lock(loop, [processId, subProjectId]);
    await change(loop, [processId, priority, JSON.stringify(fields)]);
    await audit(loop, auditValues(processId, 'process.update'));
    await commit(loop, []);
  };
}

function createOf(prepared) {
  const begin = prepared('begin', 'begin');
  const insert = prepared(
    'insert',
    `insert into processes (id, sub_project_id, state, priority, stage_key, fields, created_ts, updated_ts)
      values ($1, $2, 'INIT', 'MEDIUM', 'stage_init', $3, $4, $4)`,
  );
  const audit = prepared('audit-create', auditText);
  const commit = prepared('commit', 'commit');
  return async (loop, id, fields) => {
    await begin(loop, []);
    await insert(loop, [id, subProjectId, JSON.stringify(fields), new Date()]);
    await audit(loop, auditValues(id, 'process.create'));
    await commit(loop, []);
  };
}
