import { useEffect, useEffectEvent } from 'react';
import { ProblemError } from '../../api/problem.js';
import { showFailure } from '../../frame/failure.js';
import { showToast } from '../../frame/toasts.js';
import { messages } from '../messages/index.gen.js';
import type { Decision } from './decision.js';
import { onSettled } from './decisions.js';
import type { Outcome, TaskResults } from './queue.js';
import { isTakenByOthers } from './refusals.js';

/** Says what became of decisions that were not simply taken. `open` shows the task, `showResults` those of several. */
export function useOutcomes(
  open: (decision: Decision) => void,
  showResults: (decision: Decision, results: TaskResults) => void,
): void {
  const m = messages.use();
  const tell = useEffectEvent((decision: Decision, outcome: Outcome) => {
    const { title, attempts, batch } = decision;
    if (outcome.kind === 'unknown' && attempts === 1) {
      const texts = { otherPerson: m.waitsForPerson, signedOut: m.waitsForSignIn, noAnswer: m.willBeSent };
      showToast({ text: texts[outcome.why ?? 'noAnswer']({ title }), tone: 'plain' });
    }
    if (outcome.kind === 'done' && outcome.results !== undefined) {
      const { results } = outcome;
      const refused = results.filter(({ decided }) => !decided).length;
      showToast({
        text: m.resultsText({ decided: results.length - refused, refused }),
        ...(refused === 0 ? {} : { tone: 'failed', stays: 0 }),
        action: { label: m.showResults, run: () => showResults(decision, results) },
      });
    } else if (outcome.kind === 'done' && outcome.counted !== undefined) {
      const { result, approvals, quorum } = outcome.counted;
      showToast({ text: m.voteCounts({ title, result, approvals, quorum }) });
    } else if (outcome.kind === 'done' && attempts > 1) showToast({ text: m.sentLater({ title }) });
    if (outcome.kind !== 'refused') return;
    const isFaster = batch === undefined && isTakenByOthers(outcome.problem);
    showFailure(
      new ProblemError(outcome.problem),
      (reason) => (isFaster ? m.somebodyFaster({ title }) : m.notTaken({ title, reason })),
      batch === undefined ? { label: m.show, run: () => open(decision) } : undefined,
    );
  });
  useEffect(() => onSettled((decision, outcome) => tell(decision, outcome)), []);
}
