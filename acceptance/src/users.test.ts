import { beforeAll, expect, test } from 'vitest';
import { signInDemoClients } from './support/demo-clients.js';
import { createPerson, demoUserId, type Person } from './support/person.js';
import { configuration, createProcess, deploy, everythingRole, unknownId } from './support/sub-project.js';

const { admin, owner, manager } = await signInDemoClients();
let person: Person;
let subProjectId: string;

beforeAll(async () => {
  person = await createPerson(admin, 'Aaron First');
  const document = configuration({
    roles: [
      everythingRole('OWNER'),
      { name: 'REVIEWER', assignable: true, read: true, stages: ['stage_review'] },
      { name: 'READER', read: true, users: false },
    ],
    members: [
      { user: 'demo-owner', roles: ['OWNER'] },
      { user: person.email, roles: ['REVIEWER'] },
      { user: 'demo-manager', roles: ['READER'] },
    ],
  });
  subProjectId = (await deploy(admin, document)).id;
});

const namesOf = async (query: Readonly<Record<string, unknown>> = {}) =>
  (await owner.ok('getUsersForProcess', { subProjectId, ...query })).users.map(({ name, role }) => [name, role]);

test('[D19] lists members whose role is assignable, by name, with the documented members', async () => {
  const { meta, users } = await owner.ok('getUsersForProcess', { subProjectId });
  expect(users).toEqual([
    { id: person.userId, name: 'Aaron First', email: person.email, role: 'REVIEWER' },
    { id: await demoUserId(admin, 'owner'), name: 'Olivia Owner', email: 'demo-owner@example.com', role: 'OWNER' },
  ]);
  expect(meta).toEqual({ page: '1', perPageCount: '10', totalCount: '2', totalPages: '1' });
});

test('[D19] with a process, only those whose role covers its stage', async () => {
  const init = await createProcess(owner, subProjectId);
  const review = await createProcess(owner, subProjectId, { stageKey: 'stage_review' });
  expect(await namesOf({ processId: init })).toEqual([['Olivia Owner', 'OWNER']]);
  expect(await namesOf({ processId: review })).toEqual([
    ['Aaron First', 'REVIEWER'],
    ['Olivia Owner', 'OWNER'],
  ]);
  const fields = { supplier: 'x', assignee: person.userId };
  await createProcess(owner, subProjectId, { stageKey: 'stage_review', fields });
  await owner.refused('createProcess', { subProjectId, fields }, 1232);
});

test('[D4] pages', async () => {
  const pages = [await namesOf({ page: '1', perPageCount: '1' }), await namesOf({ page: '2', perPageCount: '1' })];
  expect(pages).toEqual([[['Aaron First', 'REVIEWER']], [['Olivia Owner', 'OWNER']]]);
  expect(await namesOf({ page: '3', perPageCount: '1' })).toEqual([]);
  await owner.refused('getUsersForProcess', { subProjectId, page: '0' }, 1200);
  await owner.refused('getUsersForProcess', { subProjectId, perPageCount: '1001' }, 1200);
});

test('[D13] unknown sub-project 1202, unknown process 1200 with 404, a role without it 1205', async () => {
  await owner.refused('getUsersForProcess', {}, 1200);
  await owner.refused('getUsersForProcess', { subProjectId: unknownId }, 1202);
  await owner.refused('getUsersForProcess', { subProjectId, processId: unknownId }, 1200, { status: 404 });
  const reader = manager;
  await reader.refused('getUsersForProcess', { subProjectId }, 1205);
});

test('[D11] a disabled user can no longer be assigned', async () => {
  const leaver = await createPerson(admin, 'Zoe Leaver');
  const document = configuration({
    roles: [everythingRole('OWNER')],
    members: [
      { user: 'demo-owner', roles: ['OWNER'] },
      { user: leaver.userId, roles: ['OWNER'] },
    ],
  });
  const { id } = await deploy(admin, document);
  const names = async () => (await owner.ok('getUsersForProcess', { subProjectId: id })).users.map(({ name }) => name);
  expect(await names()).toEqual(['Olivia Owner', 'Zoe Leaver']);
  await admin.ok('updateUser', { userId: leaver.userId, disabled: true });
  expect(await names()).toEqual(['Olivia Owner']);
});
