import { subProjectId } from './generate.mjs';

const perPage = 10;
const newest = 'created_ts desc, id desc';
const rare = { state: 'REJECTED', priority: 'LOW', stageKey: 'stage_done' };
const state = { state: ['INIT', 'PAID'], priority: 'HIGH' };
const field = { 'fields.assignee': 'user-7' };
const both = { ...field, state: 'INIT' };
const range = { 'fields.amount': { gte: 42_900_000 } };
const isState = `state in ('INIT', 'PAID') and priority = 'HIGH'`;
const isRare = `state = 'REJECTED' and priority = 'LOW' and stage_key = 'stage_done'`;
const isField = `fields ->> 'assignee' = 'user-7'`;

/** What the filters mean in SQL of the plainest kind, to check answers with. */
const meanings = new Map(
  [
    [{}, 'true'],
    [state, isState],
    [rare, isRare],
    [field, isField],
    [both, `${isField} and state = 'INIT'`],
    [range, `(fields ->> 'amount')::numeric >= 42900000`],
  ].map(([filters, condition]) => [JSON.stringify(filters), condition]),
);

const kinds = [
  ['first page', {}, 'first'],
  ['middle page', {}, 'middle'],
  ['last page', {}, 'last'],
  ['state and priority, first page', state, 'first'],
  ['state and priority, middle page', state, 'middle'],
  ['rare group, first page', rare, 'first'],
  ['rare group, middle page', rare, 'middle'],
  ['indexed field, first page', field, 'first'],
  ['indexed field, middle page', field, 'middle'],
  ['indexed field and state, middle page', both, 'middle'],
  ['indexed field, range and sort', range, 'first', 'fields.amount'],
  ['total alone', {}, 'first', undefined, 1],
];

/**
 * The lists that are measured, with what PostgreSQL says they must answer: the total by counting, the ids by sorting.
 *
 * @param {import('pg').Client} client
 */
export async function listScenarios(client) {
  await client.query(`set work_mem = '256MB'; set jit = off`);
  const counts = [...meanings.values()].map(
    (condition, index) => `(count(*) filter (where ${condition}))::integer as c${index}`,
  );
  const { rows: counted } = await client.query(`select ${counts.join(', ')} from processes where ${ours}`);
  const totals = new Map([...meanings.keys()].map((filters, index) => [filters, counted[0][`c${index}`]]));
  const scenarios = [];
  for (const [name, filters, place, sort, size = perPage] of kinds) {
    const key = JSON.stringify(filters);
    const total = totals.get(key);
    const pages = Math.max(1, Math.ceil(total / size));
    const page = { first: 1, middle: Math.ceil(pages / 2), last: pages }[place];
    const order = sort === undefined ? newest : `(fields ->> 'amount')::numeric, id`;
    const { rows } = await client.query(
      `select id from processes where ${ours} and ${meanings.get(key)} order by ${order} limit $1 offset $2`,
      [size, (page - 1) * size],
    );
    const ids = rows.map(({ id }) => id);
    scenarios.push({ name, filters, sort, page: String(page), perPageCount: String(size), expected: { total, ids } });
  }
  return scenarios;
}

const ours = `sub_project_id = '${subProjectId}'`;

/** The path of a list request. */
export function listPath({ filters, page, perPageCount, sort }) {
  const query = new URLSearchParams({
    page,
    perPageCount,
    filters: JSON.stringify({ subProjectId_id: subProjectId, ...filters }),
    ...(sort === undefined ? {} : { sort }),
  });
  return `/v1/process/getProcess?${query}`;
}

/** Fails unless the answer to a list request has the total and the processes that PostgreSQL says. */
export function checkList({ name, expected }, { meta, processes }) {
  const ids = processes.map(({ id }) => id);
  if (meta.totalCount !== String(expected.total) || ids.join() !== expected.ids.join()) {
    throw new Error(
      `${name}: the answer is wrong: total ${meta.totalCount} of ${expected.total}, processes ${ids} instead of ${expected.ids}`,
    );
  }
}

export const somePriority = () => ['LOW', 'MEDIUM', 'HIGH'][Math.floor(Math.random() * 3)];
export const someSupplier = () => `Supplier ${Math.floor(Math.random() * 1000)}`;
export const someAssignee = () => `user-${Math.floor(Math.random() * 100)}`;
