import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { exampleOf } from './operation-examples.js';
import { operationList } from './operations.js';

describe('the example of', () => {
  it.each(operationList.map((operation) => [operation.id, operation] as const))(
    '%s fits its schemas',
    (id, operation) => {
      const example = exampleOf(id);
      if (!example) throw new Error(`${id} has no example: add one in src/operations/examples`);
      const part = 'query' in operation ? operation.query : 'body' in operation ? operation.body : undefined;
      if (!part) throw new Error(`${id} takes nothing`);
      expect([...Compile(part).Errors(example.request)]).toEqual([]);
      expect(Object.keys(example.request).filter((name) => !Object.hasOwn(part.properties, name))).toEqual([]);
      if (example.answer !== undefined) expect([...Compile(operation.response).Errors(example.answer)]).toEqual([]);
    },
  );
});
