import type { UserTaskNode, Value } from '../model/node.js';
import type { Effect } from '../protocol/effect.js';
import { Failure } from '../run/core/failure.js';
import type { Instance } from '../run/core/instance-tree.js';
import type { Behaviour, Run } from '../run/core/run.js';
import { optionalList, optionalText, wholeNumber } from '../run/variables/evaluate.js';
import { ScopeView } from '../run/variables/scope-view.js';
import { parseDateTime } from '../time/iso-8601.js';

const DEFAULT_PRIORITY = 50;

/** Opens a task for a person and waits for completeTask. */
export const userTask: Behaviour<UserTaskNode> = {
  enter(run, inst, node) {
    const task = describe(run, inst, node);
    inst.task = true;
    run.emit(task);
  },
};

/** @throws Failure or ExpressionError when the expression of an attribute has no usable value */
function describe(run: Run, inst: Instance, node: UserTaskNode): Extract<Effect, { type: 'openTask' }> {
  const view = new ScopeView(run, inst);
  const assignee = optionalText(run, node.assignee, view, 'the assignee');
  const candidateGroups = optionalList(run, node.candidateGroups, view, 'the candidate groups');
  const candidateUsers = optionalList(run, node.candidateUsers, view, 'the candidate users');
  refuseWithoutPerson(node, [assignee ?? '', ...(candidateGroups ?? []), ...(candidateUsers ?? [])]);
  const dueDate = date(run, node.dueDate, view, 'the due date');
  const followUpDate = date(run, node.followUpDate, view, 'the follow-up date');
  return {
    type: 'openTask',
    key: inst.key,
    elementId: inst.el,
    name: node.name,
    ...(assignee === null || assignee === '' ? {} : { assignee }),
    ...(candidateGroups === null ? {} : { candidateGroups }),
    ...(candidateUsers === null ? {} : { candidateUsers }),
    ...(dueDate === null ? {} : { dueDate }),
    ...(followUpDate === null ? {} : { followUpDate }),
    priority: node.priority === null ? DEFAULT_PRIORITY : wholeNumber(run, node.priority, view, 'the priority', 0, 100),
    ...(node.formKey === null ? {} : { formKey: node.formKey }),
    ...(node.formId === null ? {} : { formId: node.formId }),
    ...(node.externalReference === null ? {} : { externalReference: node.externalReference }),
    ...(node.form === null ? {} : { form: node.form }),
    headers: node.headers,
    decision: node.decision,
    ...(inst.vars === undefined ? {} : { input: inst.vars }),
  };
}

/**
 * A task that names nobody is open to everybody who may work in the sub-project, so a diagram that says who may act must give at least
 * one of them a value.
 * @throws Failure that names the attributes without a value
 */
function refuseWithoutPerson(node: UserTaskNode, named: readonly string[]): void {
  const attributes = {
    assignee: node.assignee,
    candidateGroups: node.candidateGroups,
    candidateUsers: node.candidateUsers,
  };
  const written = Object.entries(attributes).flatMap(([name, value]) =>
    value === null
      ? []
      : [
          value.type === 'feel'
            ? `${name} (${value.expression.source
                .replace(/^\s*=\s*/, '')
                .trim()
                .slice(0, 80)})`
            : name,
        ],
  );
  if (written.length === 0 || named.some((name) => name !== '')) return;
  throw new Failure('expression', `nobody may work on this task: ${written.join(', ')} names nobody`);
}

/** Any ISO 8601 date, in UTC with milliseconds (D3). */
function date(run: Run, value: Value | null, view: ScopeView, what: string): string | null {
  const text = optionalText(run, value, view, what);
  return text === null || text === '' ? null : new Date(parseDateTime(text)).toISOString();
}
