import { randomUUID } from 'node:crypto';
import { idOf, subProjectId } from './generate.mjs';

const perPage = 10;

/** The lists that are measured: their names, and what they ask for. */
export function listScenarios(totalOf) {
  const middle = (filters) => Math.max(1, Math.ceil(totalOf(filters) / perPage / 2));
  const last = (filters) => Math.max(1, Math.ceil(totalOf(filters) / perPage));
  const rare = { state: 'REJECTED', priority: 'LOW', stageKey: 'stage_done' };
  const state = { state: ['INIT', 'PAID'], priority: 'HIGH' };
  const field = { 'fields.assignee': 'user-7' };
  const both = { ...field, state: 'INIT' };
  return [
    ['first page', {}, 1],
    ['middle page', {}, middle({})],
    ['last page', {}, last({})],
    ['state and priority, first page', state, 1],
    ['state and priority, middle page', state, middle(state)],
    ['rare group, first page', rare, 1],
    ['rare group, middle page', rare, middle(rare)],
    ['indexed field, first page', field, 1],
    ['indexed field, middle page', field, middle(field)],
    ['indexed field and state, middle page', both, middle(both)],
    ['indexed field, range and sort', { 'fields.amount': { gte: 42_900_000 } }, 1, 'fields.amount'],
    ['total alone', {}, 1, undefined, 1],
  ].map(([name, filters, page, sort, size = perPage]) => ({
    name,
    filters,
    sort,
    page: String(page),
    perPageCount: String(size),
  }));
}

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

export const totalPath = (filters) => listPath({ filters, page: '1', perPageCount: '1' });

/** A change of some process: a field, and the priority, which the counters notice. */
export function someUpdate(count) {
  const priority = ['LOW', 'MEDIUM', 'HIGH'][Math.floor(Math.random() * 3)];
  return {
    processId: idOf(Math.floor(Math.random() * count)),
    updates: { priority, notes: `Changed ${Math.random()}` },
  };
}

export const someProcess = () => ({
  supplier: `Supplier ${Math.floor(Math.random() * 1000)}`,
  amount: Math.floor(Math.random() * 100_000) / 100,
  assignee: `user-${Math.floor(Math.random() * 100)}`,
  currency: 'EUR',
});

export const newProcessId = () => randomUUID();
