import { type Operation, operations } from '@millrace/contract';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { toDeclaredForm } from './declared-form.js';

function converted(operation: Operation, given: { readonly query?: unknown; readonly body?: unknown }): FastifyRequest {
  const request = { ...given } as FastifyRequest;
  toDeclaredForm(request, operation);
  return request;
}

test('one text of a query that takes a list becomes a list, and other values stay', () => {
  const { query } = converted(operations.getWorkflows, { query: { subProjectId: 'a', stageKeys: 'x,y' } });
  expect(query).toEqual({ subProjectId: 'a', stageKeys: ['x,y'] });
  const list = { subProjectId: ['a', 'b'], stageKeys: ['x'] };
  expect(converted(operations.getWorkflows, { query: list }).query).toEqual(list);
});

test('an object becomes its text where the body takes text, and every other value is left to the check', () => {
  const { body } = converted(operations.deploySubProject, { body: { document: { name: 'A' }, dryRun: true } });
  expect(body).toEqual({ document: '{\n  "name": "A"\n}', dryRun: true });
  for (const sent of [{ document: 'name: A' }, { document: ['name'] }, { document: null }, {}, [], null, 'text'])
    expect(converted(operations.deploySubProject, { body: sent }).body).toEqual(sent);
});
