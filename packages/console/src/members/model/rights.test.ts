import { operations } from '@millrace/contract';
import { expect, test } from 'vitest';
import { operationOf, rights } from './rights.js';

test('a right is explained by an operation that needs it', () => {
  for (const right of rights) {
    expect(operations[operationOf(right)].permission, right).toMatchObject({ kind: 'role', grant: right });
  }
});
