import type { Problem } from '@millrace/contract';
import { describe, expect, it } from 'vitest';
import type { Decision, NewDecision } from './decision.js';
import { createQueue, type Outcome } from './queue.js';

const decision: NewDecision = {
  subProjectId: 's',
  runId: 'r',
  taskId: 't',
  title: 'Cormorant Cables',
  approved: true,
  payload: {},
  comment: '',
};

/** A queue with a clock and timers by hand, and a server that answers from a list. */
function world(answers: Outcome[], kept = new Map<string, Decision>()) {
  let clock = 0;
  let keys = 0;
  const timers: { at: number; run: () => void }[] = [];
  const sent: { key: string; isLeaving: boolean }[] = [];
  const queue = createQueue({
    store: {
      read: () => [...kept.values()],
      write: (each) => void kept.set(each.key, each),
      remove: (key) => void kept.delete(key),
      has: (key) => kept.has(key),
    },
    send: async ({ key }, isLeaving) => {
      sent.push({ key, isLeaving });
      return answers.shift() ?? { kind: 'done' };
    },
    newKey: () => `key${++keys}`,
    now: () => clock,
    later(ms, run) {
      const timer = { at: clock + ms, run };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0);
    },
    onSettled: () => undefined,
  });
  const pass = async (ms: number) => {
    clock += ms;
    for (const timer of timers.filter(({ at }) => at <= clock)) {
      timers.splice(timers.indexOf(timer), 1);
      timer.run();
    }
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { queue, pass, sent, kept };
}

const states = (queue: { current(): readonly Decision[] }) => queue.current().map(({ state }) => state);

describe('the queue of decisions', () => {
  it('holds a decision, and sends it once', async () => {
    const { queue, pass, sent, kept } = world([]);
    queue.decide(decision, 5000);
    await pass(4999);
    expect([states(queue), sent.length, kept.size]).toEqual([['held'], 0, 1]);
    await pass(1);
    expect([states(queue), sent.length, kept.size]).toEqual([[], 1, 0]);
  });

  it('forgets a decision that is taken back', async () => {
    const { queue, pass, sent, kept } = world([]);
    const { key } = queue.decide(decision, 5000);
    expect(queue.undo(key)).toBe(true);
    await pass(10_000);
    expect([sent, kept.size, queue.undo(key)]).toEqual([[], 0, false]);
  });

  it('sends a decision without an answer again, with the same key', async () => {
    const { queue, pass, sent } = world([{ kind: 'unknown' }, { kind: 'unknown', retryAfterMs: 7000 }]);
    queue.decide(decision, 0);
    await pass(0);
    expect(states(queue)).toEqual(['waiting']);
    await pass(1000);
    await pass(6999);
    expect(sent).toHaveLength(2);
    await pass(1);
    expect([new Set(sent.map(({ key }) => key)).size, sent.length, states(queue)]).toEqual([1, 3, []]);
  });

  it('sends at once when the page is left', async () => {
    const { queue, pass, sent } = world([]);
    queue.decide(decision, 5000);
    await queue.sendNow(true);
    await pass(5000);
    expect(sent).toEqual([{ key: 'key1', isLeaving: true }]);
  });

  it('keeps a refusal to be read, and takes another decision with another key', async () => {
    const problem = { id: 1209 } as Problem;
    const { queue, pass, sent, kept } = world([{ kind: 'refused', problem }]);
    queue.decide(decision, 0);
    await pass(0);
    expect([states(queue), kept.size]).toEqual([['refused'], 0]);
    queue.decide(decision, 0);
    await pass(0);
    expect([sent.map(({ key }) => key), states(queue)]).toEqual([['key1', 'key2'], []]);
  });

  it('goes on with what an earlier page left behind', async () => {
    const first = world([{ kind: 'unknown' }]);
    first.queue.decide(decision, 0);
    await first.pass(0);
    const second = world([], first.kept);
    second.queue.resume();
    await second.pass(0);
    expect([second.sent.map(({ key }) => key), second.kept.size]).toEqual([['key1'], 0]);
  });

  it('leaves a decision that another tab holds to that tab, and notices that it is done', async () => {
    const first = world([]);
    first.queue.decide(decision, 5000);
    const second = world([], first.kept);
    second.queue.resume();
    await second.pass(5000);
    expect(second.sent).toEqual([]);
    await first.pass(5000);
    await second.pass(10_000);
    expect([second.sent, states(second.queue)]).toEqual([[], []]);
  });
});
