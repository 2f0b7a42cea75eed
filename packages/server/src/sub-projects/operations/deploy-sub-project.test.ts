import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import type { Database } from '../../postgres/database.js';
import { testCaller } from '../../testing/test-caller.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import type { Caller } from '../../use-case/caller.js';
import type { SubProject } from '../configuration/sub-project.js';
import { createSubProjects, type SubProjects } from '../configuration/sub-projects.js';
import type { DeployedPort } from '../deployment/deploy-version.js';
import { subProjectUseCases } from '../use-cases.js';

const example = new URL('../../../../../examples/invoice-approvals/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, example), 'utf8');
const text = read('sub-project.yaml');
const files = Object.fromEntries(
  ['auto-classify.bpmn', 'invoice-check.bpmn', 'manager-approval.bpmn', 'payment-reminder.bpmn'].map((name) => [
    name,
    read(name),
  ]),
);

let database: TestDatabase;
let db: Database;
let useCases: ReturnType<typeof subProjectUseCases>;
let subProjects: SubProjects;
let administrator: Caller;
let deployments: SubProject[];
let users: Record<'owner' | 'manager' | 'assignee', string>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  users = { owner: newId(), manager: newId(), assignee: newId() };
  for (const [name, id] of Object.entries(users)) {
    await db`insert into users (id, name, email, kind, created_ts)
      values (${id}, ${name}, ${`demo-${name}@example.com`}, 'person', ${new Date()})`;
  }
  administrator = testCaller(db, { administrator: true });
  const deployed: DeployedPort = async (_tx, { subProject }) => {
    deployments.push(subProject);
  };
  useCases = subProjectUseCases({ db, deployed, storagePlugins: ['knowledgeRepo'] });
  subProjects = createSubProjects(db);
});
beforeEach(() => {
  deployments = [];
});
afterAll(() => database.drop());

/** The example under another id, with the given parts of its text replaced. */
const variant = (id: string, ...replacements: readonly (readonly [string, string])[]): string =>
  replacements.reduce(
    (document, [from, to]) => {
      if (!document.includes(from)) throw new Error(`the example does not hold ${from}`);
      return document.replace(from, to);
    },
    text.replace('01900000-0000-7000-8000-000000000001', id),
  );

const deploy = (
  document: string | object,
  options: { dryRun?: boolean; subProjectId?: string; files?: object; expectedVersion?: string } = {},
) =>
  useCases.deploySubProject(administrator, {
    document: typeof document === 'string' ? document : JSON.stringify(document),
    files,
    ...options,
  });

const rowsOf = async (id: string) => ({
  versions: (await db`select number from sub_project_versions where sub_project_id = ${id}`).count,
  workflows: await db<{ id: string; key: string; retired: boolean; definition: string }>`
    select id, key, retired, current_definition_id as definition from workflows where sub_project_id = ${id} order by key`,
  definitions: (await db`select id from workflow_definitions where sub_project_id = ${id}`).count,
  audit: (await db<{ action: string }>`select action from audit_log where sub_project_id = ${id} order by id`).map(
    ({ action }) => action,
  ),
});

describe('deploying', () => {
  it('[D35] creates the sub-project of the example with its version, workflows and members', async () => {
    const id = '01900000-0000-7000-8000-000000000001';
    const answer = await deploy(text);
    expect(answer).toMatchObject({ subProjectId: id, version: '1', changed: true, warnings: [], ignored: [] });
    expect(answer.workflows.map(({ name }) => name)).toEqual([
      'Auto-classify',
      'Manager approval',
      'Invoice check',
      'Payment reminder',
    ]);
    expect(answer.changes).toContain('role ASSIGNEE added');
    expect(await rowsOf(id)).toMatchObject({
      versions: 1,
      definitions: 4,
      audit: ['subProject.create', 'subProject.deploy'],
    });

    const subProject = await subProjects.load(id);
    expect(subProject.members.get(users.assignee)).toEqual(['ASSIGNEE']);
    expect(subProject.workflows.map(({ stageKeys }) => stageKeys)).toEqual([
      ['stage_init'],
      ['stage_init'],
      ['stage_review'],
      ['stage_init'],
    ]);
    expect([...subProject.fields.keys()]).toEqual([
      ...['supplier', 'invoiceNumber', 'amount', 'currency', 'dueDate', 'assignee', 'document', 'notes'],
    ]);
    expect(subProject.fields.get('currency')?.check('CHF')).toBe('must be one of EUR, USD, GBP');
    expect(deployments.map(({ versionId }) => versionId)).toEqual([subProject.versionId]);
  });

  it('an unchanged document writes nothing, whatever its comments and order of members', async () => {
    const id = newId();
    await deploy(variant(id));
    const before = await rowsOf(id);
    deployments = [];
    const again = await deploy(variant(id, ['# What no role grants is forbidden', '# Nothing else']));
    const { version, changed, changes, workflows } = again;
    expect({ version, changed, changes }).toEqual({ version: '1', changed: false, changes: [] });
    expect(workflows.map(({ id: workflowId }) => workflowId).sort()).toEqual(before.workflows.map((w) => w.id).sort());
    expect(await rowsOf(id)).toEqual(before);
    expect(deployments).toEqual([]);
  });

  it('says what differs and keeps what does not', async () => {
    const id = newId();
    await deploy(variant(id));
    const before = await rowsOf(id);
    const changed = await deploy(
      variant(
        id,
        ['minimum: 0', 'minimum: 10'],
        ['roles: [OWNER]', 'roles: [OWNER, MANAGER]'],
        ['LOW, MEDIUM, HIGH', 'LOW, MEDIUM'],
      ),
      { files: { ...files, 'payment-reminder.bpmn': files['payment-reminder.bpmn']?.replace('PT2S', 'PT3S') } },
    );
    expect(changed).toMatchObject({ version: '2', changed: true });
    expect(changed.changes).toEqual([
      'priority HIGH removed',
      'field amount: minimum 0 -> 10',
      'member demo-owner@example.com: roles OWNER -> OWNER, MANAGER',
      'workflow payment-reminder: diagram changed',
    ]);
    const after = await rowsOf(id);
    expect(after.workflows.map((workflow) => workflow.id)).toEqual(before.workflows.map((workflow) => workflow.id));
    const sameDefinition = after.workflows.map((w, index) => w.definition === before.workflows[index]?.definition);
    // [D25] by key: auto-classify and manager-approval keep theirs.
    expect(sameDefinition).toEqual([true, true, true, false]);
    expect(after).toMatchObject({ versions: 2, definitions: 5 });
    expect((await subProjects.load(id)).version).toBe(2);
  });

  it('[D25] a workflow that disappears is retired, and comes back as itself', async () => {
    const id = newId();
    const start = text.indexOf('  - key: payment-reminder');
    const without = variant(id).replace(text.slice(start, text.indexOf('# Limits of the files')), '');
    await deploy(variant(id));
    const before = await rowsOf(id);
    const removed = await deploy(without);
    expect(removed.changes).toEqual(['workflow payment-reminder removed']);
    expect(removed.warnings.map(({ path }) => path)).toEqual(['payment-reminder.bpmn']);
    expect((await rowsOf(id)).workflows.map(({ retired }) => retired)).toEqual([false, false, false, true]);
    await deploy(variant(id));
    expect((await rowsOf(id)).workflows).toEqual(before.workflows);
  });

  it('without an id makes a new sub-project each time, and says so', async () => {
    const document = { name: 'Without id', stages: [{ key: 'one', default: true }] };
    const [first, second] = [await deploy(document), await deploy(document)];
    expect(first.subProjectId).not.toBe(second.subProjectId);
    expect(first.warnings[0]?.message).toMatch(/the document has no id/);
    const again = await deploy({ ...document, name: 'With id' }, { subProjectId: first.subProjectId, files: {} });
    expect(again.warnings.map(({ message }) => message)).not.toContain(first.warnings[0]?.message);
  });

  it('goes to the sub-project of the request before that of the document', async () => {
    const id = newId();
    const { subProjectId } = await deploy(text, { subProjectId: id.toUpperCase() });
    expect(subProjectId).toBe(id);
  });

  it('finds members by user id, by e-mail address in any case, and by client id', async () => {
    const id = newId();
    await db`insert into clients (id, user_id, created_ts) values (${`client-${id}`}, ${users.assignee}, ${new Date()})`;
    await deploy(
      variant(
        id,
        ['demo-owner@example.com', users.owner],
        ['demo-manager@example.com', 'Demo-Manager@Example.com'],
        ['demo-assignee@example.com', `client-${id}`],
      ),
    );
    const { members } = await subProjects.load(id);
    expect([...members]).toEqual([
      [users.owner, ['OWNER']],
      [users.manager, ['MANAGER']],
      [users.assignee, ['ASSIGNEE']],
    ]);
  });

  it('warns of disabled members and unknown storage plugins', async () => {
    const disabled = newId();
    await db`insert into users (id, name, email, kind, disabled, created_ts)
      values (${disabled}, 'Gone', ${`${disabled}@example.com`}, 'person', true, ${new Date()})`;
    const { warnings } = await deploy(
      variant(newId(), ['demo-owner@example.com', disabled], ['legalHold: false', 'plugins: [knowledgeRpo]']),
    );
    expect(warnings).toEqual([
      expect.objectContaining({ path: '/members/0/user', message: expect.stringMatching(/is disabled/) }),
      expect.objectContaining({ path: '/storage/plugins/0', message: expect.stringMatching(/mean "knowledgeRepo"/) }),
    ]);
    expect(warnings.every(({ line }) => line !== undefined && line > 1)).toBe(true);
  });
});

describe('refusals', () => {
  it('[D7] 1232 with every finding, in the document by line and in the files by element', async () => {
    const id = newId();
    const document = variant(id, ['minimum: 0', 'minimun: 0'], ['roles: [OWNER]', 'roles: [OWNRE]']);
    const broken = {
      ...files,
      'auto-classify.bpmn': files['auto-classify.bpmn']?.replace('type="process.update"', ''),
    };
    const error = await deploy(document, { files: broken }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      id: 1232,
      status: 400,
      errors: [
        { pointer: '/document/fields/amount/minimun', detail: expect.stringMatching(/^line \d+: .*"minimum"/) },
        { pointer: '/document/members/0/roles/0', detail: expect.stringMatching(/^line \d+: .*"OWNER"/) },
        { pointer: '/files/auto-classify.bpmn', detail: expect.stringMatching(/element Task_RaisePriority: /) },
      ],
    });
    expect((await db`select id from sub_projects where id = ${id}`).count).toBe(0);
  });

  it('members that name nobody, or one user twice', async () => {
    const id = newId();
    const document = variant(
      id,
      ['demo-owner@example.com', 'nobody@example.com'],
      ['demo-assignee@example.com', users.manager],
    );
    await expect(deploy(document)).rejects.toMatchObject({
      id: 1232,
      errors: [
        {
          pointer: '/document/members/0/user',
          detail: expect.stringMatching(/^line \d+: there is no user .*"nobody@/),
        },
        { pointer: '/document/members/2/user', detail: expect.stringMatching(/same user as \/members\/1/) },
      ],
    });
    expect((await db`select id from sub_projects where id = ${id}`).count).toBe(0);
  });

  it.each([
    ['an id that is no UUID', () => deploy(text, { subProjectId: 'mine' }), 1202],
    ['an empty document', () => deploy({}), 1232],
    ['text without a document', () => deploy(' '), 1232],
    ['another caller', () => useCases.deploySubProject(testCaller(db), { document: text, files }), 1207],
    [
      'a token bounded to other things',
      () => useCases.deploySubProject(testCaller(db, { administrator: true, scopes: ['process'] }), { document: text }),
      1207,
    ],
  ])('%s', (_, call, id) => expect(call()).rejects.toMatchObject({ id }));
});

describe('dry runs', () => {
  it('report everything and keep nothing', async () => {
    const id = newId();
    const first = await deploy(variant(id), { dryRun: true });
    expect(first).toMatchObject({ subProjectId: id, version: '1', changed: true });
    expect((await db`select id from sub_projects where id = ${id}`).count).toBe(0);

    await deploy(variant(id));
    const before = await rowsOf(id);
    const change = await deploy(variant(id, ['name: In review', 'name: Review']), { dryRun: true });
    expect(change).toMatchObject({
      version: '2',
      changed: true,
      changes: ['stage stage_review: name In review -> Review'],
    });
    expect(await rowsOf(id)).toEqual(before);
    expect(await subProjects.load(id)).toMatchObject({ version: 1 });
    await expect(deploy(variant(id, ['demo-owner@', 'nobody@']), { dryRun: true })).rejects.toMatchObject({ id: 1232 });
  });
});

describe('concurrency', () => {
  it('the same document at once is deployed once, also to a sub-project that is new', async () => {
    const id = newId();
    const answers = await Promise.all(Array.from({ length: 8 }, () => deploy(variant(id))));
    expect(answers.filter(({ changed }) => changed)).toHaveLength(1);
    expect(new Set(answers.map(({ version }) => version))).toEqual(new Set(['1']));
    expect(await rowsOf(id)).toMatchObject({ versions: 1, definitions: 4 });
  });

  it('different documents at once are deployed one after the other', async () => {
    const id = newId();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => deploy(variant(id, ['name: Arrived', `name: Arrived ${index}`]))),
    );
    expect(answers.map(({ version }) => version).sort()).toEqual(['1', '2', '3', '4', '5', '6']);
    const { version, stages } = await subProjects.load(id);
    const last = answers.findIndex((answer) => answer.version === '6');
    expect([version, stages.get('stage_init')?.name]).toEqual([6, `Arrived ${last}`]);
  });
});

describe('the version that a document is based on', () => {
  it('is deployed onto that version alone, and of two at once one is refused', async () => {
    const id = newId();
    const named = (name: string) => variant(id, ['name: In review', `name: ${name}`]);
    await expect(deploy(named('A'), { expectedVersion: '1' })).rejects.toMatchObject({ id: 1009 });
    expect(await deploy(named('A'), { expectedVersion: '0' })).toMatchObject({ version: '1', changed: true });
    await expect(deploy(named('B'), { expectedVersion: '0' })).rejects.toMatchObject({ id: 1009, status: 409 });
    await expect(deploy(named('B'), { expectedVersion: '2', dryRun: true })).rejects.toMatchObject({ id: 1009 });
    const both = await Promise.allSettled(['B', 'C'].map((name) => deploy(named(name), { expectedVersion: '1' })));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await rowsOf(id)).versions).toBe(2);
    // Without it, as before, the last one counts.
    expect(await deploy(named('D'))).toMatchObject({ version: '3' });
  });
});

describe('createSubProject', () => {
  it('makes one that answers 1201 until something is deployed (D13)', async () => {
    const { id, status } = await useCases.createSubProject(administrator, { name: 'Empty' });
    expect(status).toBe('success');
    await expect(subProjects.load(id)).rejects.toMatchObject({ id: 1201 });
    await expect(useCases.getSubProjectConfiguration(administrator, { subProjectId: id })).rejects.toMatchObject({
      id: 1201,
    });
    await deploy(text, { subProjectId: id });
    expect(await subProjects.load(id)).toMatchObject({ id, name: 'Invoice approvals', version: 1 });
    expect((await rowsOf(id)).audit).toEqual(['subProject.create', 'subProject.deploy']);
  });

  it.each([
    ['a taken id', { name: 'Twice', subProjectId: '01900000-0000-7000-8000-00000000000a' }, 1009],
    ['an id that is no UUID', { name: 'Odd', subProjectId: 'odd' }, 1200],
    ['a name that is too long', { name: 'x'.repeat(201) }, 1200],
  ])('refuses %s', async (_, request, id) => {
    if (id === 1009) await useCases.createSubProject(administrator, request);
    await expect(useCases.createSubProject(administrator, request)).rejects.toMatchObject({ id });
  });

  it('is the administrator’s', () =>
    expect(useCases.createSubProject(testCaller(db), { name: 'Mine' })).rejects.toMatchObject({ id: 1206 }));
});

describe('loading', () => {
  it.each(['', 'nothing', newId(), "' or 1=1 --"])('[D13] 1202 or the operation’s own code for "%s"', async (id) => {
    await expect(subProjects.load(id)).rejects.toMatchObject({ id: 1202, status: 404 });
    await expect(subProjects.load(id, { unknownSubProject: 1221 })).rejects.toMatchObject({ id: 1221 });
  });

  it('compiles a version once', async () => {
    const id = newId();
    await deploy(variant(id));
    const [one, other] = await Promise.all([subProjects.load(id), subProjects.load(id)]);
    expect(one).toBe(other);
  });
});

describe('getSubProjectConfiguration', () => {
  it('gives back any version as it was sent', async () => {
    const id = newId();
    await deploy(variant(id), { files: { ...files, 'unused.bpmn': files['auto-classify.bpmn'] } });
    await deploy(variant(id, ['name: Done', 'name: Finished']));
    const current = await useCases.getSubProjectConfiguration(administrator, { subProjectId: id });
    expect(current).toMatchObject({ subProjectId: id, version: '2', files });
    const first = await useCases.getSubProjectConfiguration(administrator, { subProjectId: id, version: '1' });
    expect(first).toMatchObject({ version: '1', document: variant(id), files });
    for (const version of ['3', '0', '-1', '1.0', '99999999999', 'latest', '']) {
      const reading = useCases.getSubProjectConfiguration(administrator, { subProjectId: id, version });
      await expect(reading).rejects.toMatchObject({ id: 1200, status: 404 });
    }
  });

  it('is of who may design, of sub-projects that exist', async () => {
    const { subProjectId } = await deploy(variant(newId()));
    await expect(useCases.getSubProjectConfiguration(testCaller(db), { subProjectId })).rejects.toMatchObject({
      id: 1205,
    });
    const request = { subProjectId: newId() };
    await expect(useCases.getSubProjectConfiguration(administrator, request)).rejects.toMatchObject({ id: 1202 });
  });
});
