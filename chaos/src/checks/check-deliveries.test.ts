import { expect, test } from 'vitest';
import type { Delivery } from '../load/receivers.js';
import { Findings } from '../support/findings.js';
import { checkDeliveries } from './check-deliveries.js';

const event = (position: number, processId: string, sequence: number) => ({
  id: `evt_${position}`,
  position: String(position),
  type: 'process.updated',
  processId,
  sequence: String(sequence),
  data: { after: { state: 'DONE' } },
});
const log = [event(1, 'p', 1), event(2, 'q', 1), event(3, 'p', 2), event(4, 'p', 3)];
const thin = (position: number, changes: object = {}): Delivery => {
  const { data: _, ...head } = log[position - 1] ?? event(position, 'p', position);
  return { id: head.id, event: { ...head, changed: ['state'], replay: false, payload: 'thin', ...changes } };
};
const found = (deliveries: readonly Delivery[], ordering: 'process' | 'none' = 'process') => {
  const findings = new Findings();
  checkDeliveries({ findings, log, receivers: [{ name: 'one', ordering, deliveries, forged: 0 }] });
  return findings.lines().join('\n');
};

test('accepts all events, in the order of each process, also when some come again', () => {
  expect(found([thin(2), thin(1), thin(1), thin(3), thin(1), thin(4), thin(4)])).toBe('');
  expect(found([thin(4), thin(3), thin(2), thin(1)], 'none')).toBe('');
  const full = { data: { after: { state: 'DONE' } }, payload: 'full' };
  expect(found([thin(1, full), thin(2), thin(3), thin(4)])).toBe('');
});

test.each([
  ['an event that is missing', [thin(1), thin(2), thin(3)], 'every event'],
  ['an event that the log does not have', [thin(1), thin(2), thin(3), thin(4), thin(5)], 'only events of the log'],
  ['an event that was changed', [thin(1, { type: 'run.started' }), thin(2), thin(3), thin(4)], 'what the log has'],
  ['an event before an earlier one of its process', [thin(1), thin(2), thin(4), thin(3)], 'in order'],
])('finds %s', (_what, deliveries, problem) => {
  expect(found(deliveries)).toContain(problem);
});
