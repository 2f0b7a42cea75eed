import type { ResponseOf } from '@millrace/client';
import type { Marks } from './draw.js';

export type RunDetail = ResponseOf<'getWorkflowRun'>['detail'];
export type TimelineEntry = ResponseOf<'getRunTimeline'>['timeline'][number];

/**
 * The state of every element that a run has touched. The positions of tokens come from the run, earlier events from
 * the timeline. An open incident takes precedence over a token, and a token over earlier events.
 */
export function marksOf(detail: RunDetail, timeline: readonly TimelineEntry[]): Map<string, Marks> {
  const marks = new Map<string, Marks>();
  for (const { event, elementId } of timeline) {
    if (elementId === null) continue;
    if (event === 'completed') marks.set(elementId, { state: 'done', tokens: 0 });
    if (event === 'cancelled') marks.set(elementId, { state: 'cancelled', tokens: 0 });
  }
  // The body of a multi-instance element is active while its instances are, and has no token of its own.
  const elementOf = new Map(detail.active.map(({ key, elementId }) => [key, elementId]));
  const bodies = new Set(
    detail.active
      .filter(({ elementId, scopeKey }) => scopeKey !== null && elementOf.get(scopeKey) === elementId)
      .map(({ scopeKey }) => scopeKey),
  );
  for (const { key, elementId } of detail.active) {
    if (bodies.has(key)) continue;
    const before = marks.get(elementId);
    marks.set(elementId, { state: 'active', tokens: (before?.tokens ?? 0) + 1 });
  }
  for (const { elementId, resolvedTs } of detail.incidents) {
    if (resolvedTs === null) marks.set(elementId, { state: 'incident', tokens: marks.get(elementId)?.tokens ?? 0 });
  }
  return marks;
}
