import type { ApprovalRule, UserTaskNode, Value } from '../model/node.js';
import type { Effect, TaskApproval } from '../protocol/effect.js';
import { Failure } from '../run/core/failure.js';
import type { Instance } from '../run/core/instance-tree.js';
import type { Behaviour, Run } from '../run/core/run.js';
import { optionalList, optionalText, wholeNumber } from '../run/variables/evaluate.js';
import { ScopeView } from '../run/variables/scope-view.js';
import type { Approvers, TaskAttributes } from '../state/run-state.js';
import { parseDateTime } from '../time/iso-8601.js';
import { askForApprovers } from './approvers.js';
import { beginTaskListeners } from './user-task-listeners.js';

const DEFAULT_PRIORITY = 50;

/** Opens a task for a person and waits for completeTask; with `millrace:approval` for several persons, and waits for votes. */
export const userTask: Behaviour<UserTaskNode> = {
  enter(run, inst, node) {
    if (node.listenersOfTask !== null && awaitListeners(run, inst, node)) return;
    const matrix = node.approval?.matrix ?? null;
    if (matrix !== null && inst.approvers === undefined) {
      askForApprovers(run, inst, matrix);
      return;
    }
    const task = describe(run, inst, node);
    if (task.approval === undefined) openTask(run, inst, task);
    else askForVoters(run, inst, task, task.approval);
  },
  // Too few persons could vote. A migration may have taken the votes away since then, or added listeners.
  retry(run, inst, node) {
    userTask.enter(run, inst, node);
  },
};

/** The task opens when the server has counted who can vote; `votersResolved` evaluates its attributes again. */
function askForVoters(
  run: Run,
  inst: Instance,
  { key, elementId, candidateGroups = [], candidateUsers = [] }: Task,
  { quorum, separation }: TaskApproval,
): void {
  inst.call = true;
  run.emit({ type: 'resolveVoters', key, elementId, quorum, candidateGroups, candidateUsers, separation });
}

type Task = Extract<Effect, { type: 'openTask' }>;

/** Opens the task, which its listeners may have corrected. */
export function openTask(run: Run, inst: Instance, task: Task): void {
  inst.task = true;
  delete inst.approvers;
  const { approval } = task;
  if (approval !== undefined) {
    const { quorum, veto, reason } = approval;
    inst.ballot = { quorum, veto, reason, votes: [] };
  }
  run.emit(task);
}

/** Listeners of the creation come first, then those of the assignment when the diagram names an assignee. */
function awaitListeners(run: Run, inst: Instance, node: UserTaskNode): boolean {
  const { assignee, candidateGroups, candidateUsers, dueDate, followUpDate, priority } = attributesOf(run, inst, node);
  const task = {
    assignee: assignee ?? null,
    candidateGroups: candidateGroups ?? [],
    candidateUsers: candidateUsers ?? [],
    dueDate: dueDate ?? null,
    followUpDate: followUpDate ?? null,
    priority,
  };
  if (beginTaskListeners(run, inst, node, 'creating', { task })) return true;
  return assignee !== undefined && beginTaskListeners(run, inst, node, 'assigning', { task });
}

/**
 * The task as it opens.
 * @param fix corrections by listeners
 * @throws Failure or ExpressionError when the expression of an attribute has no usable value, or when nobody may work on the task
 */
export function describe(run: Run, inst: Instance, node: UserTaskNode, fix?: TaskAttributes): Task {
  const described = attributesOf(run, inst, node);
  const task = fix === undefined ? described : corrected(described, fix);
  if (node.assignee !== null || node.candidateGroups !== null || node.candidateUsers !== null) {
    const { assignee = '', candidateGroups = [], candidateUsers = [] } = task;
    refuseWithoutPerson(node, [assignee, ...candidateGroups, ...candidateUsers]);
  }
  return task;
}

function corrected(task: Task, { assignee, dueDate, followUpDate, ...lists }: TaskAttributes): Task {
  const { assignee: named, dueDate: due, followUpDate: followUp, ...rest } = task;
  const texts = {
    assignee: assignee === undefined ? named : assignee,
    dueDate: dueDate === undefined ? due : dueDate,
    followUpDate: followUpDate === undefined ? followUp : followUpDate,
  };
  const present = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && text !== null));
  return { ...rest, ...present, ...lists };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** @throws Failure or ExpressionError when the expression of an attribute has no usable value */
function attributesOf(run: Run, inst: Instance, node: UserTaskNode): Task {
  const view = new ScopeView(run, inst);
  const assignee = optionalText(run, node.assignee, view, 'the assignee');
  const candidateGroups = optionalList(run, node.candidateGroups, view, 'the candidate groups');
  const candidateUsers = optionalList(run, node.candidateUsers, view, 'the candidate users');
  const dueDate = date(run, node.dueDate, view, 'the due date');
  const followUpDate = date(run, node.followUpDate, view, 'the follow-up date');
  const priority =
    node.priority === null ? DEFAULT_PRIORITY : wholeNumber(run, node.priority, view, 'the priority', 0, 100);
  const { formKey, formId, externalReference, form, headers, decision, approval } = node;
  const task: Writable<Task> = {
    type: 'openTask',
    key: inst.key,
    elementId: inst.el,
    name: node.name,
    priority,
    headers,
    decision,
  };
  if (assignee !== null && assignee !== '') task.assignee = assignee;
  if (candidateGroups !== null) task.candidateGroups = candidateGroups;
  if (candidateUsers !== null) task.candidateUsers = candidateUsers;
  if (dueDate !== null) task.dueDate = dueDate;
  if (followUpDate !== null) task.followUpDate = followUpDate;
  if (formKey !== null) task.formKey = formKey;
  if (formId !== null) task.formId = formId;
  if (externalReference !== null) task.externalReference = externalReference;
  if (form !== null) task.form = form;
  if (approval !== null) task.approval = approvalOf(run, approval, view, inst.approvers);
  if (inst.approvers !== undefined) {
    const { quorum: _, next: __, ...named } = inst.approvers;
    Object.assign(task, named);
  }
  if (inst.vars !== undefined) task.input = inst.vars;
  return task;
}

/**
 * @param named what a decision gave
 * @throws Failure or ExpressionError when the quorum has no usable value
 */
function approvalOf(
  run: Run,
  { quorum, matrix: _, ...rule }: ApprovalRule,
  view: ScopeView,
  named: Approvers | undefined,
): TaskApproval {
  const next = named?.next === undefined ? {} : { next: named.next };
  return {
    quorum: named?.quorum ?? wholeNumber(run, quorum, view, 'the quorum', 1, 50),
    ...next,
    ...rule,
    changes: false,
  };
}

/**
 * A task that names nobody is open to everybody who may work in the sub-project, so a diagram that says who may act must give at least
 * one of them a value.
 * @throws Failure that names the attributes without a value
 */
function refuseWithoutPerson(node: UserTaskNode, named: readonly string[]): void {
  if (named.some((name) => name !== '')) return;
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
  throw new Failure('expression', `nobody may work on this task: ${written.join(', ')} names nobody`);
}

/** Any ISO 8601 date, in UTC with milliseconds (D3). */
function date(run: Run, value: Value | null, view: ScopeView, what: string): string | null {
  const text = optionalText(run, value, view, what);
  return text === null || text === '' ? null : new Date(parseDateTime(text)).toISOString();
}
