import type { DrawnElement } from '../drawing/moddle.js';
import { extensionOf, textOf } from '../drawing/moddle.js';

/** That too few people could vote. */
export interface FewVoters {
  /** People with a role that the task names. */
  readonly count: number;
  readonly quorum: number;
  /** They would be enough if none of them started the run. */
  readonly isWithoutStarter: boolean;
}

/**
 * Whether too few people have the roles that a task with votes names. Undefined: enough have them, or an expression, a
 * person by name or a matrix decides it.
 */
export function fewVoters(
  { businessObject }: DrawnElement,
  members: readonly { readonly roles: readonly string[] }[],
): FewVoters | undefined {
  const approval = extensionOf(businessObject, 'millrace:Approval');
  if (approval === undefined || textOf(approval, 'matrix') !== '') return undefined;
  const assigned = extensionOf(businessObject, 'zeebe:AssignmentDefinition');
  if (textOf(assigned, 'candidateUsers') !== '') return undefined;
  const groups = listed(textOf(assigned, 'candidateGroups'));
  const quorum = Number(textOf(approval, 'quorum') || '1');
  if (groups === undefined || !Number.isInteger(quorum) || quorum < 1) return undefined;
  const count = members.filter(({ roles }) => roles.some((role) => groups.has(role))).length;
  const excludesStarter = textOf(approval, 'separation')
    .split(',')
    .some((item) => item.trim() === 'starter');
  if (count >= quorum + (excludesStarter ? 1 : 0)) return undefined;
  return { count, quorum, isWithoutStarter: count >= quorum };
}

/** The names of a list with commas, or of a FEEL list of texts; undefined: it names none, or something has to compute them. */
function listed(text: string): ReadonlySet<string> | undefined {
  const isExpression = text.startsWith('=');
  const names = isExpression ? textsOf(text.slice(1)) : text.split(',').map((name) => name.trim());
  const named = names?.filter((name) => name !== '') ?? [];
  return named.length === 0 ? undefined : new Set(named);
}

/** The members of a FEEL list that has texts alone, which is JSON too. */
function textsOf(feel: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(feel);
    return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;
  } catch {
    return undefined;
  }
}
