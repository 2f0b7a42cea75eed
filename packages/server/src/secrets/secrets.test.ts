import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpJob } from '../jobs/handlers/http-job.js';
import type { OpenSecrets } from '../jobs/handlers/secrets/open-secret.js';
import { startWebServer } from '../jobs/handlers/testing/web-server.js';
import type { Log } from '../kernel/log.js';
import { createSealing } from '../kernel/sealing.js';
import { sql } from '../postgres/database.js';
import { subProjectUseCases } from '../sub-projects/use-cases.js';
import { quietLog } from '../testing/quiet-log.js';
import { diagram, end, flow, service, start } from '../workflows/testing/diagram.js';
import { createWorkflowFixture, documentOf, type WorkflowFixture } from '../workflows/testing/workflow-fixture.js';
import { knownSecrets } from './store/known-secrets.js';
import { resealSecrets } from './store/reseal-secrets.js';
import { createSecretReader } from './store/secret-store.js';
import { secretUseCases } from './use-cases.js';

const newKey = () => randomBytes(32).toString('base64');
const first = newKey();

const call = diagram(
  'call',
  start(),
  service('post', 'http', {
    inputs: {
      url: '=process.fields.notes',
      method: 'POST',
      headers: '={"X-Key": "{{secrets.ERP_KEY}}"}',
      body: '={amount: process.fields.amount, note: otherDetails.note}',
    },
  }),
  end(),
  flow('s post e'),
);

let fixture: WorkflowFixture;
let open: OpenSecrets;
let useCases: ReturnType<typeof secretUseCases>;
const lines: string[] = [];
const write = (context: object, message: string) => void lines.push(JSON.stringify({ ...context, message }));
const log: Log = { debug: write, info: write, warn: write, error: write };

beforeAll(async () => {
  fixture = await createWorkflowFixture({
    workflows: { call },
    handlers: [httpJob((subProjectId, names) => open(subProjectId, names))],
  });
  const { db, deps } = fixture;
  const sealing = createSealing([first]);
  open = createSecretReader(db, sealing);
  useCases = secretUseCases({ db, subProjects: deps.subProjects, sealing });
  fixture.worker({ log }).start();
});

afterAll(() => fixture.drop());

const admin = () => fixture.caller('ADMIN');
const set = (name: string, value: string, hosts?: readonly string[]) =>
  useCases.setSecret(admin(), {
    subProjectId: fixture.subProjectId,
    name,
    value,
    ...(hosts === undefined ? {} : { hosts: [...hosts] }),
  });
const list = () => useCases.getSecrets(admin(), { subProjectId: fixture.subProjectId });

async function run(url: string, details: object = { note: 'x' }): Promise<string> {
  const processId = await fixture.createProcess({ notes: url, amount: 1 });
  const { id } = await fixture.execute('call', processId, details);
  return id;
}

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const tables = await fixture.owner<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'millrace'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await fixture.owner<{ row: string }>`select t::text as row from ${sql.id('millrace', name)} t`;
      return rows.map(({ row }) => row).join('\n');
    }),
  );
  return texts.join('\n');
}

it('a run that uses a secret leaves it in no table, no line of the log and no answer', async () => {
  const value = `S3CRET-${randomBytes(12).toString('hex')}`;
  const server = await startWebServer(({ headers, url }, response) => {
    response.writeHead(url === '/broken' ? 400 : 200, {
      'content-type': 'application/json',
      'x-echo': String(headers['x-key']),
    });
    response.end(JSON.stringify({ headers, again: [`key=${String(headers['x-key'])}`] }));
  });
  const answers: unknown[] = [await set('ERP_KEY', value)];
  const good = await run(server.origin);
  await fixture.untilState(good, 'COMPLETED');
  const bad = await run(`${server.origin}/broken`);
  await fixture.untilState(bad, 'FAILED');
  const stolen = await run(server.origin, { note: '{{secrets.ERP_KEY}}' });
  await fixture.untilState(stolen, 'FAILED');
  expect(server.received.map(({ headers }) => headers['x-key'])).toEqual([value, value]);

  const { subProjectId } = fixture;
  answers.push(await list());
  for (const runId of [good, bad, stolen]) {
    answers.push(await fixture.useCases.getRunTimeline(admin(), { subProjectId, runId }));
    answers.push(await fixture.useCases.getWorkflowRun(admin(), { subProjectId, runId }));
  }
  answers.push(await fixture.useCases.getIncidents(admin(), { subProjectId }));
  answers.push(await useCases.deleteSecret(admin(), { subProjectId, name: 'ERP_KEY' }));
  const everything = [await dump(), lines.join('\n'), JSON.stringify(answers)].join('\n');
  expect(everything).toContain('[secret ERP_KEY]');
  expect(everything).not.toContain(value);
  expect(everything).not.toContain(Buffer.from(value).toString('base64'));
});

it('the next attempt uses a new value, and a deleted secret is an incident that says what to do', async () => {
  const server = await startWebServer((_, response) => response.end());
  await set('ERP_KEY', 'first-value-1');
  await fixture.untilState(await run(server.origin), 'COMPLETED');
  await set('ERP_KEY', 'second-value-2');
  await fixture.untilState(await run(server.origin), 'COMPLETED');
  expect(server.received.map(({ headers }) => headers['x-key'])).toEqual(['first-value-1', 'second-value-2']);
  await useCases.deleteSecret(admin(), { subProjectId: fixture.subProjectId, name: 'ERP_KEY' });
  const runId = await run(server.origin);
  await fixture.untilState(runId, 'FAILED');
  const [incident] = await fixture.db<{ message: string; id: string }>`
    select message, id from incidents where run_id = ${runId} and resolved_ts is null`;
  expect(incident?.message).toBe(
    'The sub-project has no secret "ERP_KEY". Set it with setSecret (millrace secret set), then retry the incident.',
  );
  await set('ERP_KEY', 'third-value-3');
  await fixture.useCases.retryIncident(admin(), {
    subProjectId: fixture.subProjectId,
    runId,
    incidentId: incident?.id ?? '',
  });
  await fixture.untilState(runId, 'COMPLETED');
  expect(server.received.at(-1)?.headers['x-key']).toBe('third-value-3');
});

it('a field that decides the address cannot carry a bound secret away', async () => {
  const server = await startWebServer((_, response) => response.end());
  await set('ERP_KEY', 'bound-value-9', ['erp.example.com']);
  const runId = await run(server.origin);
  await fixture.untilState(runId, 'FAILED');
  const [incident] = await fixture.db<{ message: string }>`select message from incidents where run_id = ${runId}`;
  expect(incident?.message).toContain('must not be sent to "127.0.0.1');
  expect(server.received).toEqual([]);
});

it('lists names with their uses, never values, and who set them', async () => {
  await set('ERP_KEY', 'listed-value', ['ERP.example.com', '*.example.org:8443']);
  await set('A/b.c-d', 'another-value');
  expect(await list()).toEqual({
    missing: [],
    secrets: [
      expect.objectContaining({ name: 'A/b.c-d', hosts: [], usedBy: [] }),
      {
        name: 'ERP_KEY',
        hosts: ['erp.example.com', '*.example.org:8443'],
        createdTs: expect.any(String),
        setTs: expect.any(String),
        setBy: { id: fixture.userId('ADMIN'), name: 'ADMIN' },
        usedBy: [{ file: 'call.bpmn', elementId: 'post' }],
      },
    ],
  });
  await useCases.deleteSecret(admin(), { subProjectId: fixture.subProjectId, name: 'ERP_KEY' });
  expect(await list()).toMatchObject({ missing: ['ERP_KEY'], secrets: [{ name: 'A/b.c-d' }] });
});

it('a new value keeps the hosts unless others are sent; an empty list is any host', async () => {
  const hosts = async (given?: readonly string[]) => (await set('BOUND', 'value of a secret', given)).secret.hosts;
  expect(await hosts()).toEqual([]);
  expect(await hosts(['erp.example.com'])).toEqual(['erp.example.com']);
  expect(await hosts()).toEqual(['erp.example.com']);
  expect(await hosts(['crm.example.com'])).toEqual(['crm.example.com']);
  expect(await hosts([])).toEqual([]);
  await useCases.deleteSecret(admin(), { subProjectId: fixture.subProjectId, name: 'BOUND' });
});

it.each([
  ['short', undefined, 'at least 8 characters'],
  ['a line break\n', undefined, 'white space'],
  ['long enough', ['https://example.com'], 'is no host'],
  ['long enough', ['example.com/path'], 'is no host'],
  ['long enough', ['exa mple.com'], 'is no host'],
  ['long enough', ['*'], 'is no host'],
  ['long enough', ['example.com:0'], 'is no host'],
  ['long enough', ['300.1.1.1'], 'is no host'],
])('refuses %j for %j and changes nothing', async (value, hosts, detail) => {
  const before = await list();
  const refusal = await set('NEW', value, hosts).catch((error: Error) => error);
  expect(refusal).toMatchObject({ id: 1232, detail: expect.stringContaining(detail) });
  expect(JSON.stringify(refusal)).not.toContain(`"${value}"`);
  expect(await list()).toEqual(before);
});

it('at most 200 secrets', async () => {
  const { db, subProjectId } = fixture;
  await db`insert into secrets (sub_project_id, name, sealed, created_ts, set_ts, set_by_id, set_by_name)
    select ${subProjectId}, 'N' || n, 'plain.x', now(), now(), 'x', 'x' from generate_series(1, 200) n`;
  await expect(set('ONE_MORE', 'long enough')).rejects.toMatchObject({ id: 1232 });
  await db`delete from secrets where sub_project_id = ${subProjectId} and sealed = 'plain.x'`;
  await set('ONE_MORE', 'long enough');
});

it('a deployment warns of a secret that is not there and of an address that data decides', async () => {
  const { deploySubProject } = subProjectUseCases({
    db: fixture.db,
    deployed: async () => undefined,
    storagePlugins: [],
    secrets: knownSecrets,
  });
  const warnings = async () => {
    const answer = await deploySubProject(admin(), {
      subProjectId: fixture.subProjectId,
      document: JSON.stringify(documentOf(['call'], fixture.userId)),
      files: { 'call.bpmn': call },
      dryRun: true,
    });
    return answer.warnings.filter(({ path }) => path === 'call.bpmn#post').map(({ message }) => message);
  };
  await set('ERP_KEYS', 'some value');
  expect(await warnings()).toEqual(['the sub-project has no secret "ERP_KEY"; did you mean "ERP_KEYS"?']);
  await set('ERP_KEY', 'some value');
  expect(await warnings()).toEqual([expect.stringContaining('an expression gives the address')]);
  await set('ERP_KEY', 'some value', ['erp.example.com']);
  expect(await warnings()).toEqual([]);
});

it('[D53] a start brings secrets under the first key, and refuses to without the key that they are under', async () => {
  const { db, subProjectId } = fixture;
  await set('ROTATED', 'kept through rotation');
  const second = newKey();
  await resealSecrets(db, createSealing([second, first]), quietLog);
  const read = (keys: readonly string[]) => createSecretReader(db, createSealing(keys))(subProjectId, ['ROTATED']);
  expect((await read([second])).get('ROTATED')?.value).toBe('kept through rotation');
  await expect(read([first])).rejects.toThrow('MILLRACE_SECRET_KEY');
  await expect(resealSecrets(db, createSealing([newKey()]), quietLog)).rejects.toThrow('MILLRACE_SECRET_KEY');
  await resealSecrets(db, createSealing([first, second]), quietLog);
  await db`update secrets set name = 'MOVED' where sub_project_id = ${subProjectId} and name = 'ROTATED'`;
  await expect(createSecretReader(db, createSealing([first]))(subProjectId, ['MOVED'])).rejects.toThrow('changed');
});
