import type { Value } from '../model/node.js';
import { Failure } from '../run/core/failure.js';
import type { Instance } from '../run/core/instance-tree.js';
import type { Run } from '../run/core/run.js';
import { splitList, textOf } from '../run/variables/evaluate.js';
import { ScopeView } from '../run/variables/scope-view.js';
import type { Approvers } from '../state/run-state.js';
import { addDuration, parseDuration } from '../time/iso-8601.js';
import { callerModel } from './call-activity.js';

/** Members of a result, and how many persons a quorum can need. */
const MEMBERS = ['groups', 'users', 'quorum', 'within', 'next'];
const LARGEST_QUORUM = 50;

/** Asks the server for the model that has the decision; `decisionResolved` evaluates it and names who votes. */
export function askForApprovers(run: Run, inst: Instance, matrix: Value): void {
  inst.call = true;
  run.emit({
    type: 'resolveDecision',
    key: inst.key,
    elementId: inst.el,
    callerModelId: callerModel(run, inst),
    decisionId: textOf(run, matrix, new ScopeView(run, inst), 'the matrix'),
    binding: 'latest',
  });
}

/**
 * Reads who votes from the result of a decision: the name of a group, a list of them, or a context of `groups`, `users`, `quorum`,
 * `within` and `next`.
 * @throws Failure when it names nobody or has another form, so that a gap of a table never opens a task to everybody
 */
export function readApprovers(run: Run, decisionId: string, value: unknown): Approvers {
  const wrong = (what: string): Failure =>
    new Failure('expression', `the matrix ${JSON.stringify(decisionId)} ${what}`);
  if (value === null) throw wrong('names nobody: none of its rules applies');
  const isContext = typeof value === 'object' && !Array.isArray(value);
  const row: Readonly<Record<string, unknown>> = isContext ? { ...value } : { groups: value };
  const unknown = Object.keys(row).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) {
    throw wrong(`has the result ${JSON.stringify(unknown.slice(0, 40))}: use ${MEMBERS.join(', ')}`);
  }
  const names = (of: 'groups' | 'users' | 'next'): readonly string[] => {
    const given = row[of] ?? [];
    const list = typeof given === 'string' ? splitList(given) : given;
    if (Array.isArray(list) && list.every((name) => typeof name === 'string'))
      return list.filter((name) => name !== '');
    throw wrong(`gives ${of} that are no list of texts`);
  };
  const approvers = { candidateGroups: names('groups'), candidateUsers: names('users') };
  if (approvers.candidateGroups.length + approvers.candidateUsers.length === 0) {
    throw wrong('names nobody: give groups or users a value');
  }
  const next = names('next');
  const { quorum = null, within = null } = row;
  const isCount = typeof quorum === 'number' && Number.isInteger(quorum) && quorum >= 1 && quorum <= LARGEST_QUORUM;
  if (quorum !== null && !isCount) throw wrong(`gives a quorum that is not a whole number from 1 to ${LARGEST_QUORUM}`);
  if (within !== null && typeof within !== 'string') throw wrong('gives a time within that is no duration');
  return {
    ...approvers,
    ...(isCount ? { quorum } : {}),
    ...(next.length === 0 ? {} : { next }),
    ...(within === null ? {} : { dueDate: new Date(addDuration(run.now, parseDuration(within))).toISOString() }),
  };
}
