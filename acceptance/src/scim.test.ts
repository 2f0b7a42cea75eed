import { expect, inject, test } from 'vitest';
import { signInDemoClients } from './support/demo-clients.js';
import { createClient } from './support/http.js';
import { createPerson } from './support/person.js';
import { configuration, createProcess, deploy, everythingRole } from './support/sub-project.js';
import { deployWorkflows, execute } from './support/workflows.js';

const { admin, owner } = await signInDemoClients();
const url = inject('demoUrl');
const { secret, token } = await admin.ok('createScimToken', { name: 'Acceptance' });

/** A request as identity providers send it. */
async function scim(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(`${url}/scim/v2/${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    body: text === '' ? undefined : JSON.parse(text),
  };
}
const patch = (...operations: readonly object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});

test('[SCIM] a person and a group of an identity provider get the roles that a document gives the group', async () => {
  const name = `scim-${Date.now()}`;
  const person = await createPerson(admin, 'Sam Scim');
  const found = await scim('GET', `Users?filter=${encodeURIComponent(`userName eq "${person.email}"`)}`);
  expect(found).toMatchObject({ status: 200, type: expect.stringContaining('application/scim+json') });
  const [user] = found.body.Resources;
  expect(user.id).toBe(person.userId);
  const group = await scim('POST', 'Groups', { displayName: name, externalId: name, members: [{ value: user.id }] });
  expect(group.status).toBe(201);
  const document = configuration({
    roles: [everythingRole('OWNER')],
    members: [
      { user: 'demo-owner', roles: ['OWNER'] },
      { group: name, roles: ['OWNER'] },
    ],
  });
  const { id: subProjectId } = await deploy(admin, document);
  await createProcess(person.client, subProjectId);
  const { roles } = await person.client.ok('explainAccess', { subProjectId, operation: 'createProcess' });
  expect(roles[0]?.sources).toMatchObject([{ source: 'document', group: { name, source: 'scim' } }]);
  const { members } = await owner.ok('getMembers', { subProjectId });
  expect(members.map(({ userId }) => userId)).toContain(person.userId);
  await scim('PATCH', `Groups/${group.body.id}`, patch({ op: 'Remove', path: `members[value eq "${user.id}"]` }));
  await person.client.refused('createProcess', { subProjectId, fields: { supplier: 'x' } }, 1206);
});

test('[SCIM] who is disabled is out within two seconds: token, session and stream; the tasks are handed over', async () => {
  const subProject = await deployWorkflows(admin, {
    roles: [everythingRole('OWNER')],
    members: [{ user: 'demo-owner', roles: ['OWNER'] }],
  });
  const { id: subProjectId } = subProject;
  const leaver = await createPerson(admin, 'Lea Leaver');
  await admin.ok('setMemberRoles', { subProjectId, user: leaver.userId, roles: ['OWNER'] });
  const processId = await createProcess(owner, subProjectId);
  const run = await execute(owner, subProject, 'approval', { processId });
  const { detail } = await owner.ok('getWorkflowRun', { subProjectId, runId: run.id });
  const taskId = detail.tasks[0]?.id ?? '';
  await leaver.client.ok('claimTask', { subProjectId, taskId });
  const { token: personalToken } = await leaver.client.ok('createPersonalToken', { name: 'Mine' });
  const personal = createClient(url, personalToken);
  await personal.ok('getMe', {});
  expect((await owner.ok('getHandover', { subProjectId })).tasks).toEqual([]);

  const stream = await fetch(`${url}/v1/events/streamEvents?subProjectId=${subProjectId}&afterPosition=latest`, {
    headers: { authorization: `Bearer ${leaver.client.token}` },
  });
  const begunAt = Date.now();
  const ended = stream.text().then(() => Date.now());
  const disabled = await scim(
    'PATCH',
    `Users/${leaver.userId}`,
    patch({ op: 'Replace', path: 'active', value: 'False' }),
  );
  expect(disabled).toMatchObject({ status: 200, body: { active: false } });
  const endOf = async (client: typeof personal) => {
    while ((await client.call('getMe', {})).status !== 401) {
      if (Date.now() - begunAt > 10_000) break;
    }
    return Date.now();
  };
  const times = await Promise.all([endOf(leaver.client), endOf(personal)]);
  for (const time of times) expect(time - begunAt).toBeLessThan(2500);
  expect((await ended) - begunAt).toBeLessThan(10_000);

  const { tasks } = await owner.ok('getHandover', { subProjectId });
  expect(tasks).toMatchObject([{ task: { id: taskId }, person: { userId: leaver.userId, name: 'Lea Leaver' } }]);
  await owner.ok('releaseTask', { subProjectId, taskId });
  expect((await owner.ok('getHandover', { subProjectId })).tasks).toEqual([]);
});

test('[SCIM] odd requests are refused in the form of SCIM, never with a 5xx', async () => {
  const id = token.id;
  const bodies = [
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"Operations":null}',
    `{"userName":"\\u0000"}`,
    `{"a":${'['.repeat(5000)}`,
  ];
  const paths = [
    'Users',
    `Users/${id}`,
    'Users/%00',
    'Users/%ff',
    'Users/..%2f..',
    'Groups',
    `Groups/${id}`,
    'Nothing',
    '%',
  ];
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    for (const path of paths) {
      for (const body of method === 'GET' ? [undefined] : bodies) {
        const answer = await scim(method, path, body);
        expect(answer.status, `${method} ${path} ${body}`).toBeLessThan(500);
        // An address that cannot be decoded is refused before it is anybody's.
        if (answer.status >= 400 && !/%(?:ff)?$/.test(path))
          expect(answer.body).toMatchObject({ status: String(answer.status) });
      }
    }
  }
  for (const query of [
    'filter=%00',
    'filter=a&filter=b',
    'startIndex=x&count=-1',
    'count=1e9',
    'attributes=,,',
    'filter=%27',
  ]) {
    expect((await scim('GET', `Users?${query}`)).status).toBeLessThan(500);
  }
  expect(await scim('POST', 'Users', '{}', { 'content-type': 'text/xml' })).toMatchObject({ body: { status: '415' } });
});

test('[SCIM] a token that was revoked is refused, and so are tokens of other kinds', async () => {
  const other = await admin.ok('createScimToken', { name: 'Short-lived' });
  const as = (bearer: string) => scim('GET', 'Users?count=0', undefined, { authorization: `Bearer ${bearer}` });
  expect((await as(other.secret)).status).toBe(200);
  await admin.ok('revokeScimToken', { tokenId: other.token.id });
  expect((await as(other.secret)).status).toBe(401);
  expect((await as(admin.token ?? '')).status).toBe(401);
  await createClient(url, secret).refused('getUsers', {}, 1001);
  const { tokens } = await admin.ok('getScimTokens', {});
  expect(tokens.find(({ id }) => id === token.id)?.usedTs).not.toBeNull();
  expect(JSON.stringify(tokens)).not.toContain(secret);
  await admin.ok('revokeScimToken', { tokenId: token.id });
});
