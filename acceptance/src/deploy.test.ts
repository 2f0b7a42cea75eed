import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bpmn, end, flow, line, serviceTask, start } from './support/bpmn.js';
import { signInDemoClients } from './support/demo-clients.js';
import { diagrams, workflowEntries } from './support/diagrams.js';
import type { Client } from './support/http.js';
import { configuration, createProcess, deploy, everythingRole } from './support/sub-project.js';

const { admin, owner } = await signInDemoClients();

const workflow = { key: 'w', name: 'W', stages: ['stage_init'], file: 'w.bpmn' };

describe('deploySubProject', () => {
  test('makes a sub-project, or deploys to the one that is there', async () => {
    const { id } = await admin.ok('createSubProject', { name: 'Empty' });
    await owner.refused('getProcess', { page: '1', perPageCount: '1', filters: { subProjectId_id: id } }, 1201);
    const first = await admin.ok('deploySubProject', { subProjectId: id, document: configuration() });
    expect(first).toMatchObject({ subProjectId: id, version: '1', changed: true });
    await createProcess(owner, id);
    await admin.refused('createSubProject', { name: 'Again', subProjectId: id }, 1009);
    await admin.refused('createSubProject', { name: 'Odd', subProjectId: 'odd' }, 1200);
    await admin.refused('deploySubProject', { subProjectId: 'no-uuid', document: configuration() }, 1202);
    const named = randomUUID();
    const made = await admin.ok('deploySubProject', { document: configuration({ id: named }) });
    expect(made.subProjectId, 'a document may say which id its sub-project is to have').toBe(named);
  });

  test('takes YAML text, and gives it back as it was', async () => {
    const name = `Yaml ${randomUUID()}`;
    const document = `# A comment\nname: ${name}\nstages:\n  - key: only\n    default: true\nroles:\n  - name: OWNER\n    read: true\n    create: true\nmembers:\n  - user: demo-owner\n    roles: [OWNER]\n`;
    const { subProjectId } = await admin.ok('deploySubProject', { document });
    await createProcess(owner, subProjectId, { fields: {} });
    const kept = await admin.ok('getSubProjectConfiguration', { subProjectId });
    expect(kept).toMatchObject({ document, version: '1', files: {} });
  });

  test('the same document again is no new version', async () => {
    const document = configuration({ workflows: workflowEntries });
    const { id } = await deploy(admin, document, diagrams);
    const again = await admin.ok('deploySubProject', { subProjectId: id, document, files: diagrams });
    expect(again).toMatchObject({ version: '1', changed: false, changes: [] });
  });

  test('says what is suspicious in a diagram, with element and line, also in a dry run', async () => {
    const task = bpmn(
      'suspicious',
      `${start()}\n${serviceTask('notify', 'htpp', { url: 'process.fields.suplier' })}\n${end()}${line('start', 'notify', 'end')}`,
    );
    const document = configuration({ workflows: [workflow] });
    const { warnings } = await admin.ok('deploySubProject', { document, files: { 'w.bpmn': task }, dryRun: true });
    const lineOfTask = task.slice(0, task.indexOf('<bpmn:serviceTask')).split('\n').length;
    expect(warnings.filter(({ path }) => path !== '')).toEqual([
      { path: 'w.bpmn#notify', line: lineOfTask, message: expect.stringContaining('did you mean "http"?') },
      { path: 'w.bpmn#notify', line: lineOfTask, message: expect.stringContaining('did you mean "supplier"?') },
    ]);
  });

  test('finds nothing suspicious in sound diagrams', async () => {
    const document = configuration({ workflows: workflowEntries });
    const { warnings } = await admin.ok('deploySubProject', { document, files: diagrams, dryRun: true });
    const suspicious = /job type|process\.|which is no field|no workflow waits|can never complete/;
    expect(warnings.filter(({ message }) => suspicious.test(message))).toEqual([]);
  });

  test('a dry run reports the differences and keeps nothing', async () => {
    const document = configuration();
    const { id } = await deploy(admin, document);
    const changed = { ...document, storage: { legalHold: true } };
    const dry = await admin.ok('deploySubProject', { subProjectId: id, document: changed, dryRun: true });
    expect(dry.changed).toBe(true);
    expect(dry.changes.join('\n')).toMatch(/legalHold|storage/);
    expect((await admin.ok('getSubProjectConfiguration', { subProjectId: id })).version).toBe('1');
    const name = `Dry ${randomUUID()}`;
    await admin.ok('deploySubProject', { document: { ...document, name }, dryRun: true });
    const { subProjects } = await admin.ok('getSubProjects', { perPageCount: '1000' });
    expect(subProjects.map((one) => one.name)).not.toContain(name);
    const wrong = { ...document, stages: [] };
    await admin.refused('deploySubProject', { subProjectId: id, document: wrong, dryRun: true }, 1232);
  });

  test('[D25] old versions stay readable', async () => {
    const document = configuration({ name: 'First name' });
    const { id } = await deploy(admin, document);
    const second = await admin.ok('deploySubProject', { subProjectId: id, document: { ...document, name: 'Second' } });
    expect(second).toMatchObject({ version: '2', changed: true });
    const query = { subProjectId: id };
    expect((await admin.ok('getSubProjectConfiguration', { ...query, version: '1' })).document).toContain('First name');
    expect((await admin.ok('getSubProjectConfiguration', query)).document).toContain('Second');
    await admin.refused('getSubProjectConfiguration', { ...query, version: '9' }, 1200, { status: 404 });
  });

  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['no stages', { stages: [] }, '/stages'],
    ['two default stages', { stages: ['a', 'b'].map((key) => ({ key, default: true })) }, '/stages'],
    ['an unknown member', { colour: 'red' }, '/colour'],
    ['a transition to nowhere', { states: { values: ['INIT'], transitions: [{ from: 'INIT', to: 'X' }] } }, '/states'],
    ['a role for an unknown stage', { roles: [{ name: 'R', stages: ['nowhere'] }], members: [] }, '/roles/0/stages'],
    ['a list of unknown fields', { roles: [{ name: 'R', update: ['colour'] }], members: [] }, '/roles/0/update'],
    ['an unknown role of a member', { members: [{ user: 'demo-owner', roles: ['KING'] }] }, '/members/0/roles'],
    ['an unknown member', { members: [{ user: 'no-one@example.com', roles: ['OWNER'] }] }, '/members/0/user'],
    ['a field that is no schema', { fields: { a: { type: 'strnig' } }, roles: [], members: [] }, '/fields/a'],
    ['a reserved field', { fields: { state: { type: 'string' } }, roles: [], members: [] }, '/fields/state'],
    ['a wrong default', { priorities: { values: ['LOW'], default: 'HIGH' } }, '/priorities'],
    ['a missing file', { workflows: [workflow] }, '/workflows/0/file'],
    ['an unknown stage of a workflow', { workflows: [{ ...workflow, stages: ['x'] }] }, '/workflows/0'],
  ])('%s is 1232, with a pointer to it', async (_what, changes, pointer) => {
    const problem = await admin.refused('deploySubProject', { document: configuration(changes) }, 1232);
    expect(problem.errors?.map((error) => error.pointer).join(' ')).toContain(`/document${pointer}`);
  });

  test.each([
    ['not XML', 'once upon a time'],
    [
      'no executable process',
      bpmn('w', `${start()}${end()}${line('start', 'end')}`).replace('isExecutable="true"', 'isExecutable="false"'),
    ],
    [
      'an element that is not executed',
      bpmn(
        'w',
        `<bpmn:startEvent id="odd"><bpmn:conditionalEventDefinition>
          <bpmn:condition xsi:type="bpmn:tFormalExpression">=true</bpmn:condition>
        </bpmn:conditionalEventDefinition></bpmn:startEvent>${end()}${line('odd', 'end')}`,
      ),
    ],
    [
      'a condition that is no FEEL',
      bpmn(
        'w',
        `${start()}<bpmn:exclusiveGateway id="g" default="flow_g_other" />${end()}${end('other')}
        ${line('start', 'g')}${flow('g', 'end', '1 +')}${flow('g', 'other')}`,
      ),
    ],
    ['a flow to nowhere', bpmn('w', `${start()}${flow('start', 'nowhere')}`)],
    ['an external entity', `<!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd">]>${diagrams['straight.bpmn']}`],
  ])('a diagram with %s is refused with the reason', async (_what, text) => {
    const document = configuration({ workflows: [workflow] });
    const problem = await admin.refused('deploySubProject', { document, files: { 'w.bpmn': text } }, 1232);
    expect(problem.errors?.length).toBeGreaterThan(0);
    expect(JSON.stringify(problem)).not.toContain('root:');
  });

  test('text that is no document is refused where it goes wrong', async () => {
    for (const document of ['', 'just text', '- a\n- b', '{"name":', 'a: [1', 7, null]) {
      const answer = await admin.call('deploySubProject', { document });
      expect([document, answer.status]).toEqual([document, 400]);
    }
    const bomb = `a: &a [x,x]\n${Array.from({ length: 30 }, (_, n) => `b${n}: &b${n} [*${n ? `b${n - 1}` : 'a'},*${n ? `b${n - 1}` : 'a'}]`).join('\n')}`;
    await admin.refused('deploySubProject', { document: bomb }, 1232);
  });

  test('two deployments at the same time leave one of the two, whole', async () => {
    const document = configuration();
    const { id } = await deploy(admin, document);
    const answers = await Promise.all(
      ['One', 'Two'].map((name) =>
        admin.call('deploySubProject', { subProjectId: id, document: { ...document, name } }),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    const { document: kept } = await admin.ok('getSubProjectConfiguration', { subProjectId: id });
    expect(kept).toMatch(/"?name"?: ?"?(One|Two)/);
  });
});

test('[D12] getSubProjects lists only those the caller is a member of, the administrator all', async () => {
  const { id } = await deploy(admin, configuration({ roles: [everythingRole('R')], members: [] }));
  const idsOf = async (client: Client) =>
    (await client.ok('getSubProjects', { perPageCount: '1000' })).subProjects.map((one) => one.id);
  expect(await idsOf(owner)).not.toContain(id);
  expect(await idsOf(admin)).toContain(id);
  await owner.refused('getSubProjects', { page: '0' }, 1200);
});

test('[D169] getCalendars lists hours and holidays, explainCalendar tells what is due when, in numbers and words', async () => {
  const calendar = {
    key: 'office',
    name: 'Office',
    zone: 'Europe/Berlin',
    week: { 'MON-FRI': ['09:00-12:00', '13:00-17:00'] },
    holidays: [{ country: 'DE' }],
    exceptions: [{ date: '2026-04-07', open: ['10:00-12:00'], name: 'Stocktaking' }],
  };
  const { id: subProjectId } = await deploy(admin, configuration({ calendars: [calendar] }));
  const { calendars } = await owner.ok('getCalendars', { subProjectId, year: '2026' });
  expect(calendars).toMatchObject([{ key: 'office', zone: 'Europe/Berlin' }]);
  expect(calendars[0]?.week.at(-1)).toEqual({ day: 'SUN', open: [] });
  expect(calendars[0]?.exceptions).toContainEqual({ date: '2026-04-07', open: ['10:00-12:00'], name: 'Stocktaking' });
  expect(calendars[0]?.exceptions.map(({ date }) => date)).toContain('2026-04-03');
  const explained = await owner.ok('explainCalendar', {
    subProjectId,
    calendar: 'office',
    at: '2026-04-02T16:30',
    duration: 'PT1H',
    to: '2026-04-08T00:00:00+02:00',
  });
  expect(explained).toMatchObject({
    at: '2026-04-02T14:30:00.000Z',
    open: true,
    opening: '2026-04-02T14:30:00.000Z',
    closing: '2026-04-02T15:00:00.000Z',
    due: '2026-04-07T08:30:00.000Z',
    workingTime: 'PT2H30M',
  });
  expect(explained.text).toContain('Fri 2026-04-03 (Karfreitag): nothing counts');
  expect(explained.text).toContain('Tue 2026-04-07 (Stocktaking): 10:00-10:30 count, 30 minutes');
  expect(explained.text.at(-1)).toBe('Working time until 2026-04-08 00:00: 2 hours 30 minutes.');
  const asked = { subProjectId, calendar: 'office' };
  await owner.refused('explainCalendar', { ...asked, calendar: 'ofice' }, 1200, { status: 404 });
  await owner.refused('explainCalendar', { ...asked, at: 'soon' }, 1232);
  await owner.refused('explainCalendar', { ...asked, at: '1999-01-01' }, 1232);
  const again = { ...calendar, exceptions: [] };
  const { changes } = await admin.ok('deploySubProject', {
    subProjectId,
    document: configuration({ name: 'Renamed', calendars: [again] }),
    dryRun: true,
  });
  expect(changes.some((line) => line.startsWith('calendar office: exceptions'))).toBe(true);
});

test('getSubProjectSchema has an ETag: the same answer again is 304 without a body', async () => {
  const { id } = await deploy(admin, configuration());
  const first = await owner.call('getSubProjectSchema', { subProjectId: id });
  const tag = String(first.headers.get('etag'));
  const again = await owner.call('getSubProjectSchema', { subProjectId: id }, { headers: { 'if-none-match': tag } });
  expect([first.status, again.status, again.text]).toEqual([200, 304, '']);
  await admin.ok('deploySubProject', { subProjectId: id, document: configuration({ description: 'Changed' }) });
  const changed = await owner.call('getSubProjectSchema', { subProjectId: id }, { headers: { 'if-none-match': tag } });
  expect([changed.status, changed.json]).toMatchObject([200, { version: '2' }]);
});
