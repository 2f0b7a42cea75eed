import type { ApprovalRule, UserTaskNode } from '../../model/node.js';
import type { ReasonRule, Veto, VoteAuthentication } from '../../state/ballot.js';
import { readOptionalValue } from '../attributes/values.js';
import type { Raw } from '../graph/layout.js';
import { extension, text, type Xml } from '../xml/moddle.js';
import type { BuildContext } from './build-context.js';

/** The most persons that a task can need. */
const LARGEST_QUORUM = 50;

const vetoes: readonly Veto[] = ['first', 'quorum', 'none'];
const reasons: readonly ReasonRule[] = ['never', 'onReject', 'always'];
const authentications: readonly ('link' | VoteAuthentication)[] = ['link', 'session', 'stepUp'];

/** What the votes must fit: the rest of the task. */
type Around = Pick<UserTaskNode, 'decision' | 'assignee' | 'candidateGroups' | 'candidateUsers' | 'listenersOfTask'>;

const approvalOf = (xml: Xml): Xml | null => extension(xml, 'millrace:Approval');

/** Reads `millrace:approval`: several persons decide the task by votes. Null: one person decides it. */
export function readApproval(context: BuildContext, raw: Raw, around: Around): ApprovalRule | null {
  const xml = approvalOf(raw.xml);
  if (xml === null) return null;
  const { findings } = context;
  const error = (message: string): void => findings.error(raw.id, 'bad-approval', message);
  const unknown = Object.keys(typeof xml.$attrs === 'object' && xml.$attrs !== null ? xml.$attrs : {});
  for (const name of unknown) {
    error(`millrace:approval has no attribute ${JSON.stringify(name.slice(0, 40))}`);
  }
  const word = <T extends string>(name: string, words: readonly T[], otherwise: T): T => {
    const written = text(xml, name)?.trim() ?? otherwise;
    const found = words.find((one) => one === written);
    if (found === undefined)
      error(`${name} is one of ${words.join(', ')}, not ${JSON.stringify(written.slice(0, 40))}`);
    return found ?? otherwise;
  };
  const quorum = readOptionalValue(findings, raw.id, text(xml, 'quorum')) ?? { type: 'literal', text: '1' };
  const needed = quorum.type === 'literal' ? Number(quorum.text) : null;
  if (needed !== null && !(Number.isInteger(needed) && needed >= 1 && needed <= LARGEST_QUORUM)) {
    error(`quorum is a whole number from 1 to ${LARGEST_QUORUM}, or a FEEL expression`);
  }
  const matrix = readOptionalValue(findings, raw.id, text(xml, 'matrix'));
  refuseOtherRules(error, around, needed);
  if (matrix !== null && (around.candidateGroups !== null || around.candidateUsers !== null)) {
    error('the matrix names the persons: remove candidateGroups and candidateUsers, or the matrix');
  }
  const authentication = word('authentication', authentications, 'link');
  return {
    quorum,
    ...(authentication === 'link' ? {} : { authentication }),
    veto: word('veto', vetoes, 'first'),
    reason: word('reason', reasons, 'never'),
    attachments: word('attachments', ['true', 'false'], 'false') === 'true',
    separation: readSeparation(context, raw, error),
    matrix,
  };
}

/** A task of one person, data entry and task listeners do not go with votes. */
function refuseOtherRules(error: (message: string) => void, around: Around, needed: number | null): void {
  const { decision, assignee, candidateGroups, candidateUsers, listenersOfTask } = around;
  if (!decision) error('a data entry task (millrace:decision="none") has no votes: remove one of them');
  if (assignee !== null) {
    error('a task with votes has no assignee: name the persons as candidateUsers or candidateGroups');
  }
  if (listenersOfTask !== null)
    error('a task with votes has no task listeners: put the work into tasks before or after it');
  if (candidateGroups !== null || candidateUsers?.type !== 'literal' || needed === null) return;
  const named = new Set(candidateUsers.text.split(',').map((name) => name.trim())).size;
  if (named < needed) error(`${needed} approvals are needed, and the task names ${named} of candidateUsers`);
}

/** The members of a list with commas. */
const listed = (xml: Xml): readonly string[] =>
  (text(xml, 'separation') ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

const TASK = 'task:';

/**
 * Who may not vote, as the diagram says it. A rule between two tasks is one of both: whichever is decided first, its persons may not
 * decide the other one.
 */
function readSeparation(context: BuildContext, raw: Raw, error: (message: string) => void): readonly string[] {
  const own = approvalOf(raw.xml);
  const items = own === null ? [] : listed(own);
  for (const item of new Set(items)) {
    if (items.indexOf(item) !== items.lastIndexOf(item)) error(`separation names ${JSON.stringify(item)} twice`);
    if (item.startsWith(TASK)) checkTask(context, raw, item.slice(TASK.length), error);
    else if (item !== 'starter' && !/^(field|editor):[\p{L}_][\p{L}\p{N}_]*$/u.test(item)) {
      error(
        `separation ${JSON.stringify(item.slice(0, 60))} is none of starter, task:<element id>, field:<name> and editor:<field name>`,
      );
    }
  }
  const naming = context.layout.raws.filter((other) => {
    const xml = other === raw ? null : approvalOf(other.xml);
    return xml !== null && listed(xml).includes(`${TASK}${raw.id}`);
  });
  return [...new Set([...items, ...naming.map(({ id }) => `${TASK}${id}`)])];
}

function checkTask({ layout }: BuildContext, raw: Raw, id: string, error: (message: string) => void): void {
  const other = layout.raws[layout.indexOf.get(id) ?? -1];
  const name = JSON.stringify(`${TASK}${id}`.slice(0, 60));
  if (id === raw.id) error(`separation ${name} is the task itself: a person has one vote on it in any case`);
  else if (other === undefined) error(`separation ${name} names no element of this process`);
  else if (other.type !== 'UserTask') error(`separation ${name} names an element that is no user task`);
  else if (approvalOf(other.xml) === null) {
    error(
      `separation ${name} names a task without votes, where the rule could not be kept: give it <millrace:approval/>`,
    );
  }
}
