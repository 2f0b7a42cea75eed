import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../kernel/identifiers.js';
import { createProcessFixture, type ProcessFixture } from '../../testing/process-fixture.js';

let fixture: ProcessFixture;
beforeAll(async () => {
  fixture = await createProcessFixture();
});
afterAll(() => fixture.drop());

type Save = Parameters<ProcessFixture['useCases']['saveView']>[1];
const save = async (who: string, rest: Partial<Save> = {}) => {
  const request: Save = { subProjectId: fixture.subProjectId, kind: 'processes', name: 'Open', ...rest };
  return (await fixture.useCases.saveView(fixture.caller(who), request)).view;
};
const list = (who: string, kind: 'processes' | 'runs' = 'processes') =>
  fixture.useCases.getViews(fixture.caller(who), { subProjectId: fixture.subProjectId, kind });
const remove = (who: string, viewId: string) =>
  fixture.useCases.deleteView(fixture.caller(who), { subProjectId: fixture.subProjectId, viewId });
const namesOf = async (who: string) => (await list(who)).views.map(({ name }) => name);

const settings: Partial<Save> = {
  filters: { state: ['INIT'], or: [{ 'fields.amount': { gte: 10 } }, { 'fields.supplier': { icontains: 'a' } }] },
  sort: '-fields.amount,createdTs',
  columns: [{ key: 'fields.supplier', width: 200 }, { key: 'fields.amount' }, { key: 'lastChange' }],
  density: 'dense',
  grouping: 'board',
  groupBy: 'stageKey',
  pinned: true,
};

test('[D98] a view of one’s own is saved, replaced and deleted; others do not have it', async () => {
  const view = await save('OWNER', { name: ' Large ', ...settings });
  expect(view).toMatchObject({ ...settings, name: 'Large', sharedWith: 'nobody', mayChange: true, incomplete: false });
  const replaced = await save('OWNER', { viewId: view.id, name: 'Small' });
  expect(replaced).toMatchObject({
    id: view.id,
    name: 'Small',
    filters: {},
    columns: [],
    density: 'default',
    pinned: false,
  });
  expect(await namesOf('OWNER')).toEqual(['Small']);
  expect(await namesOf('ADMIN')).toEqual([]);
  expect((await list('OWNER', 'runs')).views).toEqual([]);
  await expect(save('REVIEWER', { viewId: view.id })).rejects.toMatchObject({ id: 1200, status: 404 });
  await expect(remove('REVIEWER', view.id)).rejects.toMatchObject({ id: 1200, status: 404 });
  await remove('OWNER', view.id);
  expect(await namesOf('OWNER')).toEqual([]);
  await expect(remove('OWNER', view.id)).rejects.toMatchObject({ id: 1200, status: 404 });
});

test('[D152] a view that was saved before views could be pinned is not pinned', async () => {
  const { id } = await save('OWNER', settings);
  await fixture.db`update saved_views set settings = (settings::jsonb - 'pinned')::json where id = ${id}`;
  expect((await list('OWNER')).views).toMatchObject([{ id, groupBy: 'stageKey', pinned: false, incomplete: false }]);
  await remove('OWNER', id);
});

test('[D98] a shared view reaches the role or everybody; whoever may share may change it', async () => {
  const forRole = await save('OWNER', { name: 'Review', sharedWith: 'role', role: 'REVIEWER' });
  const forAll = await save('ADMIN', { name: 'All', sharedWith: 'everyone' });
  expect(await namesOf('REVIEWER')).toEqual(['Review', 'All']);
  expect(await namesOf('CLERK')).toEqual(['All']);
  expect(await namesOf('BOTH')).toEqual(['Review', 'All']);
  expect((await list('CLERK')).mayShare).toBe(false);
  await expect(save('CLERK', { viewId: forAll.id, name: 'Mine' })).rejects.toMatchObject({ id: 1207 });
  await expect(save('CLERK', { sharedWith: 'everyone' })).rejects.toMatchObject({ id: 1207 });
  await expect(save('CLERK', { sharedWith: 'role', role: 'NOBODY' })).rejects.toMatchObject({ id: 1207 });
  await expect(save('CLERK', { viewId: forRole.id })).rejects.toMatchObject({ id: 1200, status: 404 });
  expect(await save('OWNER', { viewId: forAll.id, name: 'Everything', sharedWith: 'everyone' })).toMatchObject({
    name: 'Everything',
    ownerId: fixture.userId('ADMIN'),
  });
  await expect(save('OWNER', { sharedWith: 'role', role: 'NOBODY' })).rejects.toMatchObject({ id: 1232 });
  await remove('OWNER', forRole.id);
  await remove('ADMIN', forAll.id);
});

test('[D98] [D12] a shared view shows nobody a field that they do not read, nor what it is compared with', async () => {
  const view = await save('OWNER', { ...settings, sharedWith: 'everyone' });
  const seen = (await list('CLERK')).views[0];
  expect(seen).toMatchObject({
    id: view.id,
    incomplete: true,
    filters: { state: ['INIT'], or: [{ 'fields.supplier': { icontains: 'a' } }] },
    sort: 'createdTs',
    columns: [{ key: 'fields.supplier', width: 200 }, { key: 'lastChange' }],
  });
  expect(JSON.stringify(seen)).not.toContain('amount');
  await remove('OWNER', view.id);
});

test('[D98] views survive fields that went; what the list refuses is refused', async () => {
  const view = await save('OWNER', settings);
  await fixture.db`update saved_views set settings = jsonb_set(settings::jsonb, '{filters,fields.gone}', '1')::json
    where id = ${view.id}`;
  expect((await list('OWNER')).views[0]).toMatchObject({ filters: settings.filters ?? {}, incomplete: true });
  const refused: readonly (readonly [Partial<Save>, number])[] = [
    [{ filters: { colour: 1 } }, 1230],
    [{ filters: { 'fields.colour': 1 } }, 1231],
    [{ filters: { state: { like: 'x' } } }, 1232],
    [{ sort: 'fields.colour' }, 1231],
    [{ columns: [{ key: 'colour' }] }, 1230],
    [{ groupBy: 'fields.colour' }, 1231],
    [{ viewId: newId() }, 1200],
    [{ viewId: 'x' }, 1200],
  ];
  for (const [rest, id] of refused) await expect(save('OWNER', rest)).rejects.toMatchObject({ id });
  await expect(save('CLERK', { filters: { 'fields.amount': 1 } })).rejects.toMatchObject({ id: 1231 });
  await remove('OWNER', view.id);
});

test('[D98] a view stays one of its list, so that nothing that the list would refuse gets into it', async () => {
  const view = await save('OWNER', { sharedWith: 'everyone' });
  const broken = { viewId: view.id, kind: 'runs' as const, filters: { and: [null] }, sharedWith: 'everyone' as const };
  await expect(save('OWNER', broken)).rejects.toMatchObject({ id: 1232 });
  expect((await list('CLERK')).views).toMatchObject([{ id: view.id, filters: {} }]);
  await fixture.db`update saved_views set settings = '{"filters":{"and":[null,{"state":"INIT"}]}}' where id = ${view.id}`;
  expect((await list('CLERK')).views[0]).toMatchObject({ filters: { and: [{ state: 'INIT' }] }, incomplete: true });
  await remove('OWNER', view.id);
});

test('[D98] a person has at most 100 views of a list', async () => {
  const row = { sub_project_id: fixture.subProjectId, kind: 'processes', owner_id: fixture.userId('CLERK') };
  await fixture.db`
    insert into saved_views (sub_project_id, id, kind, owner_id, name, settings, created_ts, updated_ts)
    select ${row.sub_project_id}, gen_random_uuid(), ${row.kind}, ${row.owner_id}, 'v' || i, '{}', now(), now()
    from generate_series(1, 100) i`;
  await expect(save('CLERK')).rejects.toMatchObject({ id: 1232 });
  expect((await save('CLERK', { kind: 'runs', filters: { anything: 1 } })).filters).toEqual({ anything: 1 });
});
