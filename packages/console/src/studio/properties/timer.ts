import type { Edits } from '../drawing/diagram-editor.js';
import { type DrawnElement, partOf, partsOf, textOf } from '../drawing/moddle.js';

export const timerKinds = ['timeDuration', 'timeDate', 'timeCycle'] as const;
export type TimerKind = (typeof timerKinds)[number];

export interface Timer {
  readonly kind: TimerKind;
  /** ISO 8601, a cron expression, or FEEL; empty: none is given yet. */
  readonly value: string;
}

export function readTimer({ businessObject }: DrawnElement): Timer {
  const [definition] = partsOf(businessObject, 'eventDefinitions');
  for (const kind of timerKinds) {
    const expression = definition === undefined ? undefined : partOf(definition, kind);
    if (expression !== undefined) return { kind, value: textOf(expression, 'body') };
  }
  return { kind: 'timeDuration', value: '' };
}

/** Sets the time of a timer, which has one kind of time at once. */
export function writeTimer(edits: Edits, element: DrawnElement, { kind, value }: Timer): void {
  const [definition] = partsOf(element.businessObject, 'eventDefinitions');
  if (definition === undefined) return;
  const expression = value === '' ? undefined : edits.create('bpmn:FormalExpression', { body: value });
  const none = Object.fromEntries(timerKinds.map((each) => [each, undefined]));
  edits.set(element, { ...none, [kind]: expression }, definition);
}
