import { describe, expect, it } from 'vitest';
import { connect } from '../client.js';
import { getIncidents, getProcess, getRunTimeline, getTasks, getWorkflowRuns } from '../index.js';
import { answerJson, loopback } from '../testing/loopback.js';

const processes = (ids: readonly number[]) => ids.map((id) => ({ id: `p${id}` }));
const filters = { subProjectId_id: 's' };

/** A list that answers as D4 says. */
async function listOf(ids: () => readonly number[], withMeta = true, member = 'processes', countLimit = 1000) {
  const server = await loopback(({ query }, response) => {
    const all = ids();
    const page = Number(query.get('page'));
    const perPage = Number(query.get('perPageCount'));
    const meta = {
      page: String(page),
      perPageCount: String(perPage),
      totalCount: String(Math.min(all.length, countLimit)),
      totalPages: String(Math.ceil(Math.min(all.length, countLimit) / perPage)),
      ...(all.length > countLimit ? { atLeast: true } : {}),
    };
    const list = processes(all.slice((page - 1) * perPage, page * perPage));
    answerJson(response, { ...(withMeta ? { meta } : {}), [member]: list });
  });
  return { ...server, client: connect({ url: server.url, token: 't' }) };
}

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of source) found.push(item);
  return found;
}

describe('[D4] lists', () => {
  it('all gives every item of every page, in order', async () => {
    const { client, requests } = await listOf(() => [7, 6, 5, 4, 3, 2, 1]);
    const found = await collect(client.all(getProcess, { filters, perPageCount: 3 }));
    expect(found.map(({ id }) => id)).toEqual(['p7', 'p6', 'p5', 'p4', 'p3', 'p2', 'p1']);
    expect(requests.map(({ query }) => query.get('page'))).toEqual(['1', '2', '3']);
    expect(requests[0]?.query.get('filters')).toBe('{"subProjectId_id":"s"}');
  });

  it('all goes on past the end of counting', async () => {
    const { client, requests } = await listOf(() => [7, 6, 5, 4, 3, 2, 1], true, 'tasks', 4);
    const found = await collect(client.all(getTasks, { subProjectId: 's', perPageCount: 2 }));
    expect(found.map(({ id }) => id)).toEqual(['p7', 'p6', 'p5', 'p4', 'p3', 'p2', 'p1']);
    expect(requests).toHaveLength(4);
  });

  it('pages gives the answers as they are, 100 items each unless said otherwise', async () => {
    const { client, requests } = await listOf(() => [1, 2]);
    const [only, ...others] = await collect(client.pages(getProcess, { filters }));
    expect(only?.meta).toEqual({ page: '1', perPageCount: '100', totalCount: '2', totalPages: '1' });
    expect(others).toEqual([]);
    expect(requests[0]?.query.get('perPageCount')).toBe('100');
  });

  it('a list of nothing is one page', async () => {
    const { client, requests } = await listOf(() => []);
    expect(await collect(client.all(getProcess, { filters }))).toEqual([]);
    expect(requests).toHaveLength(1);
  });

  it('does not ask for pages that nobody takes', async () => {
    const { client, requests } = await listOf(() => [3, 2, 1]);
    for await (const process of client.all(getProcess, { filters, perPageCount: 1 })) {
      expect(process.id).toBe('p3');
      break;
    }
    expect(requests).toHaveLength(1);
  });

  it('what is pushed to the next page by newer items is given once', async () => {
    let ids = [4, 3, 2, 1];
    const { client } = await listOf(() => ids);
    const found: string[] = [];
    for await (const { id } of client.all(getProcess, { filters, perPageCount: 2 })) {
      found.push(id);
      if (id === 'p4') ids = [5, ...ids];
    }
    expect(found).toEqual(['p4', 'p3', 'p2', 'p1']);
  });

  it('[D26] getWorkflowRuns without meta ends with a page that is not full', async () => {
    const { client, requests } = await listOf(() => [3, 2, 1], false, 'runs');
    expect(await collect(client.all(getWorkflowRuns, { subProjectId: 's', perPageCount: 2 }))).toHaveLength(3);
    expect(requests).toHaveLength(2);
  });

  it('finds the list whatever it is called', async () => {
    const { client } = await listOf(() => [1], true, 'timeline');
    expect(await collect(client.all(getRunTimeline, { subProjectId: 's', runId: 'r' }))).toHaveLength(1);
  });
});

it('lists without page numbers go on from the position that the page before named', async () => {
  const all = ['c', 'b', 'a'];
  const { url, requests } = await loopback(({ query }, response) => {
    const from = all.indexOf(query.get('after') ?? '') + 1;
    const to = from + Number(query.get('perPageCount'));
    const next = to < all.length ? all[to - 1] : null;
    answerJson(response, { next, incidents: all.slice(from, to).map((id) => ({ id })) });
  });
  const client = connect({ url, token: 't' });
  const found = await collect(client.all(getIncidents, { subProjectId: 's', perPageCount: 2 }));
  expect(found.map(({ id }) => id)).toEqual(all);
  expect(requests.map(({ query }) => query.get('after'))).toEqual([null, 'b']);
});
