import type { UseCases } from '../use-case/caller.js';
import { type ClockReadDeps, explainSla } from './operations/explain-sla.js';

/** The operations on clocks. */
export const clockUseCases = (deps: ClockReadDeps) => ({ explainSla: explainSla(deps) }) satisfies Partial<UseCases>;
