import { LAST_ID } from '../kernel/identifiers.js';

/** A place in a list that is newest first. What follows was created before, or at the same time with a lesser id. */
export interface Place {
  readonly createdTs: Date | 'infinity';
  readonly id: string;
}

/** Ahead of the newest row, whatever its time: a server whose clock is ahead writes rows that others think are to come. */
export const AHEAD_OF_ALL: Place = { createdTs: 'infinity', id: LAST_ID };
