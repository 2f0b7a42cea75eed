import { tags } from '../operation/operation.js';
import * as others from './all.js';
import { explainAccess } from './processes/explain-access.js';

const ids = [...(Object.keys(others) as (keyof typeof others)[]), 'explainAccess' as const].toSorted();

/** Every operation of the wire, by id. */
export const operations = Object.freeze({ ...others, explainAccess: explainAccess(ids) });

export type Operations = typeof operations;
export type OperationId = keyof Operations;

/** All operations in the order of the documentation: by tag, the documented ones before our extensions. */
export const operationList = Object.freeze(
  Object.values(operations).toSorted(
    (a, b) => tags.indexOf(a.tag) - tags.indexOf(b.tag) || Number(a.extension) - Number(b.extension),
  ),
) as readonly Operations[OperationId][];
