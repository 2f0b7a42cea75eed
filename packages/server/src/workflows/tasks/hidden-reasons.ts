import type { Variables } from '@millrace/engine';

/** A reason may say what is in any field (D107), so these variables, which the engine and forms store reasons in, are not for everybody. */
const VOTES = 'votes';
const TEXTS: ReadonlySet<string> = new Set(['changesRequested', 'comment']);

/** Whether variables of a run may have reasons of votes or the comment of a decision. */
export const hasReasons = (variables: Variables): boolean =>
  Object.keys(variables).some((name) => name === VOTES || TEXTS.has(name));

/** The variables without reasons; votes keep those of the reader. @param reader user id */
export const hideReasons = (variables: Variables, reader: string): Variables =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => {
      if (TEXTS.has(name)) return [name, null];
      return [name, name === VOTES && Array.isArray(value) ? value.map((vote) => hideReason(vote, reader)) : value];
    }),
  );

function hideReason(vote: unknown, reader: string): unknown {
  if (typeof vote !== 'object' || vote === null || !('reason' in vote)) return vote;
  if ('by' in vote && vote.by === reader) return vote;
  const { reason: _, ...shown } = vote;
  return shown;
}

/**
 * The variables of a run as somebody may read them (D125).
 *
 * @param readsAll asked only where it matters: whether the reader reads every field of the process
 */
export const readVariables = async (
  variables: Variables,
  reader: string,
  readsAll: () => Promise<boolean>,
): Promise<Variables> => (hasReasons(variables) && !(await readsAll()) ? hideReasons(variables, reader) : variables);
