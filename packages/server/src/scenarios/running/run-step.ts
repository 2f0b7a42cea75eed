import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { type ActionName, actions, type Step } from '../model/scenario-schema.js';
import type { GivenAnswer, Subject } from '../view/subject.js';
import { checkExpectation } from './check-expectation.js';
import { instantOf, timeAfter } from './durations.js';
import type { Mismatch } from './mismatch.js';

/** The action of a step; the reader has checked that there is exactly one. */
export const actionOf = (step: Step): ActionName =>
  (Object.keys(actions) as ActionName[]).find((name) => step[name] !== undefined) ?? 'expect';

/**
 * Takes one step.
 *
 * @returns in what the run differs from what the step expects
 * @throws Error when the step cannot be taken
 */
export async function runStep(subject: Subject, step: Step): Promise<readonly Mismatch[]> {
  const { refused } = step;
  try {
    const mismatches = await act(subject, step);
    if (refused === undefined || refused === false) return mismatches;
    const expected = refused === true ? 'refused' : `refused with error ${refused}`;
    return [{ at: ['refused'], what: actionOf(step), expected, got: 'accepted' }];
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    if (refused === true || refused === error.id) return [];
    const problems = (error.errors ?? []).map(({ pointer, detail }) => `${pointer}: ${detail}`);
    const got = [`error ${error.id}: ${error.detail}`, ...problems].join('; ');
    if (typeof refused === 'number') {
      return [{ at: ['refused'], what: actionOf(step), expected: `refused with error ${refused}`, got }];
    }
    return [{ at: [actionOf(step)], what: actionOf(step), expected: 'accepted', got: `refused with ${got}` }];
  }
}

async function act(subject: Subject, step: Step): Promise<readonly Mismatch[]> {
  const { run } = step;
  switch (actionOf(step)) {
    case 'expect': {
      const view = await subject.view(run);
      return checkExpectation(step.expect ?? {}, {
        run: view,
        process: await subject.process(),
        runs: await subject.runs(),
        now: subject.now(),
        refusal: (task, who) => subject.refusal(run, task, who),
      });
    }
    case 'approve':
      await subject.answer(run, answerOf('approve', step.approve));
      return [];
    case 'reject':
      await subject.answer(run, answerOf('reject', step.reject));
      return [];
    case 'requestChanges':
      await subject.answer(run, answerOf('requestChanges', step.requestChanges));
      return [];
    case 'submit':
      await subject.answer(run, answerOf('submit', step.submit));
      return [];
    case 'job':
      await subject.report(run, step.job ?? {});
      return [];
    case 'message':
      return publish(subject, step);
    case 'signal': {
      const signal = typeof step.signal === 'string' ? { name: step.signal } : step.signal;
      await subject.broadcast(signal?.name ?? '', signal?.variables ?? {});
      return [];
    }
    case 'update':
      await subject.update(step.update ?? {});
      return [];
    case 'wait':
      await subject.wait(targetOf(subject, step.wait ?? ''));
      return [];
    case 'retry': {
      const retry = typeof step.retry === 'string' ? { element: step.retry } : step.retry;
      await subject.retry(run, retry?.element ?? '', retry?.retries ?? 1, retry?.variables);
      return [];
    }
    case 'cancel':
      await subject.cancel(run, step.cancel ?? undefined);
      return [];
  }
}

function answerOf(kind: GivenAnswer['kind'], given: Step['approve']): GivenAnswer {
  const { task, as, payload, reason } = typeof given === 'string' ? { task: given } : (given ?? {});
  return {
    kind,
    ...(task === undefined ? {} : { elementId: task }),
    ...(as === undefined ? {} : { as }),
    payload: payload ?? {},
    ...(reason === undefined ? {} : { reason }),
  };
}

async function publish(subject: Subject, { message }: Step): Promise<readonly Mismatch[]> {
  const { name = '', correlationKey = '', variables = {}, timeToLive, outcome } = message ?? {};
  const life = timeToLive === undefined ? {} : { timeToLiveMs: timeToLive };
  const got = await subject.publish({ name, correlationKey, variables, ...life });
  if (outcome === undefined || outcome === got) return [];
  return [{ at: ['message', 'outcome'], what: `message ${name}`, expected: outcome, got }];
}

function targetOf(subject: Subject, wait: NonNullable<Step['wait']>): number {
  const now = subject.now();
  if (typeof wait === 'string') return timeAfter(now, wait);
  const until = instantOf(wait.until);
  if (until >= now) return until;
  throw new Error(`the clock does not go back: it is ${new Date(now).toISOString()}, after ${wait.until}`);
}
