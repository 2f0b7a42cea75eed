import type { ResponseOf } from '@millrace/client';
import type { Marks } from './draw.js';

export type RunDetail = ResponseOf<'getWorkflowRun'>['detail'];
export type TimelineEntry = ResponseOf<'getRunTimeline'>['timeline'][number];

/**
 * The state of every element that a run has touched. Where tokens stand comes from the run itself; the timeline tells
 * what they have left behind. An open incident outweighs a token, and a token what happened before it.
 */
export function marksOf(detail: RunDetail, timeline: readonly TimelineEntry[]): Map<string, Marks> {
  const marks = new Map<string, Marks>();
  for (const { event, elementId } of timeline) {
    if (elementId === null) continue;
    if (event === 'completed') marks.set(elementId, { state: 'done', tokens: 0 });
    if (event === 'cancelled') marks.set(elementId, { state: 'cancelled', tokens: 0 });
  }
  // The body of a multi-instance element is active as long as its instances are, and is no token of its own.
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
