import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../operation/operation.js';
import { operationList } from './operations.js';

const all: readonly Operation[] = operationList;

describe('the example of', () => {
  it.each(all.map((operation) => [operation.id, operation] as const))('%s fits its schemas', (id, operation) => {
    const { request, answer } = operation.example;
    const part = operation.query ?? operation.body;
    if (!part) throw new Error(`${id} takes nothing`);
    expect([...Compile(part).Errors(request)]).toEqual([]);
    expect(Object.keys(request).filter((name) => !Object.hasOwn(part.properties, name))).toEqual([]);
    if (answer !== undefined) expect([...Compile(operation.response).Errors(answer)]).toEqual([]);
  });
});
