import { compileCondition } from '../../filters/compile-filter.js';
import {
  type Filter,
  type FilterKeys,
  type FilterOperator,
  type FilterScalar,
  listOf,
  scalarOf,
} from '../../filters/filter.js';
import { columnsOf, type FilterColumns } from '../../filters/filter-column.js';
import { keysOf } from '../../filters/walk-filter.js';
import { type Fragment, sql } from '../../postgres/database.js';
import { attachedTo } from './file-visibility.js';
import type { FileScope } from './find-file.js';
import { isCurrent } from './versions.js';

/** The keys of listStorage (D5). */
export const fileFilterKeys: FilterKeys = new Map([
  ['id', { type: 'id' }],
  ['fileName', { type: 'text' }],
  ['stageKey', { type: 'text' }],
  ['processId', { type: 'id', sortable: false }],
  ['currentAt', { type: 'id', sortable: false }],
  ['mimeType', { type: 'text' }],
  ['locked', { type: 'boolean' }],
  ['createdTs', { type: 'timestamp' }],
  ['deleted', { type: 'boolean' }],
  ['quarantine', { type: 'text' }],
]);

/** The columns behind them, over the alias `f`. Only attachments that the caller's row filter covers count. */
export function fileFilterColumns({ subProject, access }: FileScope): FilterColumns {
  return columnsOf({
    id: { kind: 'id', expression: sql`f.id`, nullable: false },
    fileName: { kind: 'text', expression: sql`f.file_name`, nullable: false },
    stageKey: { kind: 'text', expression: sql`f.stage_key` },
    processId: {
      kind: 'computed',
      condition: (operator, value) =>
        attachmentCondition((condition) => attachedTo(subProject, access, condition), operator, value),
    },
    currentAt: {
      kind: 'computed',
      condition: (operator, value) =>
        attachmentCondition(
          (condition) => attachedTo(subProject, access, sql`${condition} and ${isCurrent}`),
          operator,
          value,
        ),
    },
    mimeType: { kind: 'text', expression: sql`f.mime_type`, nullable: false },
    locked: { kind: 'boolean', expression: sql`(f.closed_ts is null)`, nullable: false },
    createdTs: { kind: 'timestamp', expression: sql`f.created_ts`, nullable: false },
    quarantine: { kind: 'text', expression: sql`nullif(f.scan_state, 'clean')` },
    deleted: { kind: 'boolean', expression: sql`(f.deleted_ts is not null)`, nullable: false },
  });
}

/**
 * A file has as many values of `processId` as attachments, and of `currentAt` as attachments of which it is the current version:
 * it matches when one of them does; null is having none.
 */
function attachmentCondition(
  attached: (condition: Fragment) => Fragment,
  operator: FilterOperator,
  value: FilterScalar | readonly FilterScalar[],
): Fragment {
  const any = attached(sql`true`);
  switch (operator) {
    case 'exists':
      return scalarOf(value) === true ? any : sql`not ${any}`;
    case 'ne':
      return sql`not ${attachmentCondition(attached, 'eq', value)}`;
    case 'nin':
      return sql`not ${attachmentCondition(attached, 'in', value)}`;
    default: {
      const { values, hasNull } = listOf(value);
      const column = { kind: 'id', expression: sql`a.process_id`, nullable: false } as const;
      const one = attached(compileCondition(column, 'in', values));
      return hasNull ? sql`(not ${any} or ${one})` : one;
    }
  }
}

/** Whether a filter says anything about a key. */
export const mentions = (filter: Filter, key: string): boolean => keysOf(filter).includes(key);
