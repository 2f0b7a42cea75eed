import type { Grant } from '@millrace/contract';
import { type Access, accessOf } from '../../access/authorize.js';
import type { Queryable } from '../../postgres/database.js';
import { whoSees } from '../../processes/records/visibility/who-sees.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Principal } from '../../use-case/caller.js';
import type { ActivityKind } from '../records/audited-kinds.js';

/** The right that reading a kind needs, beside reading the process. */
const needed: Readonly<Record<ActivityKind, Grant | undefined>> = {
  change: undefined,
  comment: 'comment.read',
  decision: 'workflow.read',
  run: 'workflow.read',
  task: 'workflow.read',
  file: 'file.read',
};

/** What a caller reads of a process that it sees. */
export interface ReadableKinds {
  readonly kinds: ReadonlySet<ActivityKind>;
  /** The decision that covers the files; undefined: none does. */
  readonly files: Access | undefined;
}

/** The kinds that the caller's roles let it read on this process, among the wanted ones; one statement. */
export async function readableKinds(
  db: Queryable,
  subProject: SubProject,
  principal: Principal,
  processId: string,
  wanted: ReadonlySet<ActivityKind>,
): Promise<ReadableKinds> {
  const grants = [...new Set([...wanted].flatMap((kind) => needed[kind] ?? []))];
  const decisions = grants.flatMap((grant) => accessOf(principal, subProject, grant) ?? []);
  const sees = await whoSees(db, subProject, processId, decisions);
  const held = new Map(
    decisions.flatMap((access, place) => (sees[place] === true ? [[access.grant, access] as const] : [])),
  );
  const mayRead = (kind: ActivityKind): boolean => {
    const grant = needed[kind];
    return grant === undefined || held.has(grant);
  };
  return { kinds: new Set([...wanted].filter(mayRead)), files: held.get('file.read') };
}
