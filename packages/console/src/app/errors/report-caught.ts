import { NoAnswerError, ProblemError } from '../../api/problem.js';
import { isGoneChunk } from './gone-chunk.js';

/** Reports what a boundary has caught, unless a page shows it: what the server answers is no defect of the console. */
export function reportCaught(error: unknown): void {
  if (error instanceof ProblemError || error instanceof NoAnswerError || isGoneChunk(error)) return;
  reportError(error);
}
