import { expect, test } from 'vitest';
import { variablesOf } from './corrections.js';
import { type Asked, outcomeOf } from './repair.js';

const incident = { id: 'asked', runId: 'r', elementId: 'Task_Post', kind: 'job' } as Asked['incident'];
const run = { id: 'r', state: 'RACING', endedTs: null, activeElements: ['Task_Post'], incident: null } as never;
const withRun = (change: object) => ({ ...(run as object), ...change }) as never;
const taken = { incident, refusal: null };
const isAsked = (id: string) => id === 'asked';

test('an outcome is what the run is, and not what was asked', () => {
  const of = (change: object, kind: 'retry' | 'cancel' = 'retry') => outcomeOf(kind, taken, withRun(change), isAsked);
  expect(outcomeOf('retry', { incident }, run, isAsked)).toBe('unasked');
  expect(outcomeOf('retry', { incident, refusal: 'no' }, run, isAsked)).toBe('refused');
  expect(outcomeOf('retry', taken, undefined, isAsked)).toBe('unknown');
  // Read before the retry: the incident that was asked about is still open.
  expect(of({ incident: { id: 'asked' } })).toBe('working');
  expect(of({ incident: { id: 'new' } })).toBe('stopped');
  expect(of({})).toBe('working');
  expect(of({ state: 'PAUSED' })).toBe('working');
  expect(of({ activeElements: ['Task_Next'] })).toBe('wentOn');
  expect(of({}, 'cancel')).toBe('working');
  expect(of({ state: 'CANCELLED', endedTs: 'now' }, 'cancel')).toBe('cancelled');
  expect(of({ state: 'COMPLETED', endedTs: 'now' }, 'cancel')).toBe('ended');
});

test('a step that was held went on when it waits for people; an expression is evaluated with the retry', () => {
  const asked = (kind: string) => ({ incident: { ...incident, kind }, refusal: null });
  const waiting = withRun({ state: 'PAUSED' });
  expect(outcomeOf('retry', asked('crash'), waiting, isAsked)).toBe('wentOn');
  expect(outcomeOf('retry', asked('crash'), run, isAsked)).toBe('working');
  expect(outcomeOf('retry', asked('expression'), run, isAsked)).toBe('wentOn');
});

test('variables have the kind that was chosen, and each its own name', () => {
  const typed = [
    { name: ' a ', kind: 'text', value: '5 ' },
    { name: 'b', kind: 'number', value: '-1.5' },
    { name: 'c', kind: 'truth', value: 'true' },
    { name: 'd', kind: 'json', value: '{"e": [1]}' },
    { name: '', kind: 'text', value: '' },
  ] as const;
  expect(variablesOf(typed)).toEqual({
    variables: { a: '5 ', b: -1.5, c: true, d: { e: [1] } },
    faults: new Map(),
  });
  const wrong = [
    { name: '', kind: 'text', value: 'x' },
    { name: 'a', kind: 'number', value: '007' },
    { name: 'b', kind: 'truth', value: 'yes' },
    { name: 'c', kind: 'json', value: '{' },
    { name: 'd', kind: 'text', value: '' },
    { name: 'd', kind: 'text', value: '' },
  ] as const;
  const { variables, faults } = variablesOf(wrong);
  expect(variables).toEqual({ d: '' });
  expect([...faults]).toEqual([
    [0, 'name'],
    [1, 'value'],
    [2, 'value'],
    [3, 'value'],
    [5, 'name'],
  ]);
});
