import { type Fragment, sql } from '../postgres/database.js';

/** The text a jsonb value is, null when it is anything else. Indexes of text fields are over this expression. */
export const textOf = (expression: Fragment): Fragment =>
  sql`(case when jsonb_typeof(${expression}) = 'string' then ${expression} #>> '{}' end)`;

/** The number a jsonb value is, as jsonb; null when it is anything else. Indexes of number fields are over this one. */
export const numberOf = (expression: Fragment): Fragment =>
  sql`(case when jsonb_typeof(${expression}) = 'number' then ${expression} end)`;
