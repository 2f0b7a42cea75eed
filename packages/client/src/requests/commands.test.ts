import { operationList } from '@millrace/contract';
import { describe, expect, it } from 'vitest';
import * as sdk from '../index.js';
import { requestData } from './request-data.js';

describe('commands', () => {
  it('[D1] there is one per operation of the contract, exported and as a method, and no method hides another', () => {
    const exported = Object.values(sdk).flatMap((value) =>
      typeof value === 'function' && 'operation' in value ? [value.operation] : [],
    );
    expect(exported.sort(), 'npm run generate -w packages/client').toEqual(operationList.map(({ id }) => id).sort());
    const client = sdk.connect({ url: 'http://127.0.0.1' });
    const iterators = ['all', 'pages', 'rows', 'stream'];
    const helpers = ['downloadFile', 'events', 'request', 'uploadFile', 'waitForBulkOperation', 'waitForRun', 'worker'];
    expect(Object.keys(client).sort()).toEqual([...operationList.map(({ id }) => id), ...iterators, ...helpers].sort());
    for (const { id, method, path } of operationList) {
      expect(sdk.commands[id].operation).toBe(id);
      expect(requestData(id, {})).toMatchObject({ operation: id, method, path });
    }
  });

  it('[D3, D5] a GET carries its members as strings and its filters as JSON', () => {
    const { path, body, method } = sdk.getProcess({
      page: 2,
      perPageCount: '50',
      filters: { subProjectId_id: 'a&b', 'fields.amount': { gte: 100 } },
      include: ['version', 'stageKey'],
      sort: undefined,
    });
    const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
    expect({ method, pathname, body }).toEqual({ method: 'GET', pathname: '/v1/process/getProcess', body: undefined });
    expect(Object.fromEntries(searchParams)).toEqual({
      page: '2',
      perPageCount: '50',
      filters: '{"subProjectId_id":"a&b","fields.amount":{"gte":100}}',
      include: 'version,stageKey',
    });
  });

  it('[D26] stage keys are repeated', () => {
    const { path } = sdk.getWorkflows({ subProjectId: 's', stageKeys: ['a,b', 'c'] });
    expect(new URL(path, 'http://127.0.0.1').searchParams.getAll('stageKeys')).toEqual(['a,b', 'c']);
  });

  it('a POST carries its members as they are', () => {
    const body = { subProjectId: 's', processId: 'p', updates: { amount: 1, notes: null } };
    expect(sdk.updateProcessField(body)).toEqual({
      operation: 'updateProcessField',
      method: 'POST',
      path: '/v1/process/updateProcessField',
      body,
    });
  });

  it('without members there is no query', () => {
    expect(sdk.getSubProjects().path).toBe('/v1/process/projects/getSubProjects');
  });
});
