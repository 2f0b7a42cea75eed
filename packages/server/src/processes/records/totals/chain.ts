import { type Fragment, sql } from '../../../postgres/database.js';
import { facetOfField } from '../fields/process-fields.js';

/** Processes in a block of a chain that is cut anew; a block is cut when it has more than twice as many. */
export const BLOCK = 250;
/** Blocks under one parent that is cut anew; a parent is cut when it has more than twice as many. */
export const FAN_OUT = 16;

/**
 * A value of a field has a chain of its own from so many processes on. Those of rarer values are counted by walking the
 * index of the field, so that a field whose values are all different has no counters at all.
 */
export const FREQUENT = 200;

/** A set of processes that is counted: all of a sub-project (`field` empty), or those with one value of a field. */
export interface Chain {
  readonly id: number;
  readonly subProjectId: string;
  readonly field: string;
  readonly facet: string;
}

/** The processes `p` of a chain. */
export const rowsOf = ({ subProjectId, field, facet }: Chain): Fragment =>
  field === ''
    ? sql`p.sub_project_id = ${subProjectId}`
    : sql`p.sub_project_id = ${subProjectId} and ${facetOfField(field)} = ${facet}`;
