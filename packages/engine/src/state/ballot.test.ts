import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CommandRejected } from '../protocol/command.js';
import * as b from '../testing/bpmn.js';
import { compileOk, Driver } from '../testing/driver.js';
import type { Veto, VoteOutcome } from './ballot.js';

/** One attempt to vote. */
type Attempt = { readonly by: string; readonly outcome: VoteOutcome };

/**
 * What the rules say of a list of votes, written a second time: by asking which ends are still possible. `people` is everybody who may
 * vote.
 */
function expectedEnd(votes: readonly Attempt[], people: readonly string[], quorum: number, veto: Veto): string {
  if (votes.some(({ outcome }) => outcome === 'requestChanges')) return 'task fix';
  const by = (outcome: VoteOutcome) => new Set(votes.filter((vote) => vote.outcome === outcome).map((vote) => vote.by));
  const yes = by('approve');
  const no = by('reject');
  if (yes.size >= quorum) return 'approved';
  const limit = { first: 1, quorum, none: Number.POSITIVE_INFINITY }[veto];
  if (no.size >= limit) return 'rejected';
  const undecided = people.filter((person) => !yes.has(person) && !no.has(person));
  return yes.size + undecided.length >= quorum ? 'task t' : 'rejected';
}

test('[VOTE-2] [VOTE-3] [VOTE-4] [VOTE-5] whatever comes in which order, a task ends as the rules say, and not before', async () => {
  const diagram = (quorum: number, veto: Veto) =>
    b.diagram(
      b.error('E1', 'CHANGES_REQUESTED'),
      b.start(),
      b.user('t', b.ext(b.el('millrace:approval', { quorum, veto }))),
      b.boundary('back', 't', b.errorRef('E1')),
      b.user('fix'),
      b.flow('s t'),
      b.flow('back fix'),
    );
  const people = ['ada', 'bob', 'cleo', 'dan', 'eve'];
  const attempts = fc.array(
    fc.record<Attempt>({
      by: fc.constantFrom(...people),
      outcome: fc.constantFrom('approve', 'approve', 'reject', 'reject', 'requestChanges'),
    }),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom<Veto>('first', 'quorum', 'none'),
      fc.integer({ min: 0, max: 5 }),
      attempts,
      async (quorum, veto, count, tried) => {
        const may = people.slice(0, count);
        const run = new Driver(await compileOk(diagram(quorum, veto)));
        run.voters = may.length;
        run.start();
        if (may.length < quorum) {
          expect(run.open).toEqual(['incident t']);
          return;
        }
        const counted: Attempt[] = [];
        for (const { by, outcome } of tried.filter((attempt) => may.includes(attempt.by))) {
          const isOpen = run.open.includes('task t');
          const isSecond = counted.some((vote) => vote.by === by);
          const left = may.filter((person) => person !== by && !counted.some((vote) => vote.by === person));
          const vote = () => run.vote(by, outcome, { variables: {}, reason: 'Because', remaining: left.length });
          if (!isOpen || isSecond) {
            expect(vote).toThrow(CommandRejected);
            continue;
          }
          vote();
          counted.push({ by, outcome });
          const end = expectedEnd(counted, may, quorum, veto);
          const status = { approved: 'COMPLETED', rejected: 'REJECTED' }[end] ?? 'PAUSED';
          expect(run.status, JSON.stringify({ quorum, veto, may, counted })).toBe(status);
          if (status === 'PAUSED') expect(run.open).toEqual([end]);
        }
        const told = run.of('voteRecorded').map(({ by, outcome }) => ({ by, outcome }));
        expect(told).toEqual(counted);
      },
    ),
    { numRuns: 150 },
  );
});
