import type { Evaluation } from '../evaluation/evaluation.js';
import { FeelDateTime, FeelTime } from '../temporal/temporal-values.js';

const TEMPORAL_STEPS = 25;

/** Counts work on dates and durations: a named zone costs much more than the rest. */
export function spendOnTemporal(e: Evaluation, left: unknown, right?: unknown): void {
  e.budget.spend(TEMPORAL_STEPS);
  spendOnZoneOf(e, left);
  spendOnZoneOf(e, right);
}

function spendOnZoneOf(e: Evaluation, value: unknown): void {
  if ((value instanceof FeelDateTime || value instanceof FeelTime) && value.zone?.type === 'region') {
    e.budget.spendOnZone(value.zone.id);
  }
}
