/** A row of the audit log, as far as the checker reads it. */
export interface AuditRow {
  readonly createdTs: string;
  readonly action: string;
  readonly by: { readonly id: string };
  readonly before?: unknown;
  readonly after?: unknown;
}

type Members = Readonly<Record<string, unknown>>;

const membersOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? { ...value } : {});

/** What the log tells of one task: who voted how, and the result that closed it. */
interface Tally {
  readonly votes: Map<string, string>;
  result: string;
}

/**
 * Reads the rows of one run and its process, and nothing else, and names every vote that breaks a rule. The rules of a task stand in the
 * rows of its votes; a rule between two tasks counts at both.
 */
export function voteViolations(rows: readonly AuditRow[]): readonly string[] {
  const found: string[] = [];
  const editors = new Set<string>();
  const tallies = new Map<string, Tally>();
  const separations = new Map<string, readonly string[]>();
  let starter = '';
  let requester: unknown;
  let state: unknown;
  const tallyOf = (task: string): Tally => {
    const tally = tallies.get(task) ?? { votes: new Map(), result: 'open' };
    tallies.set(task, tally);
    return tally;
  };
  for (const row of inOrder(rows)) {
    const after = membersOf(row.after);
    const fields = membersOf(after.fields);
    const by = row.by.id;
    state = after.state ?? state;
    if (row.action === 'run.start') starter = by;
    if (Object.hasOwn(fields, 'amount')) for (const one of [by, ...listOf(after.enteredBy)]) editors.add(one);
    if (Object.hasOwn(fields, 'requester')) requester = fields.requester;
    if (row.action !== 'run.vote') continue;
    const task = String(after.elementId);
    const tally = tallyOf(task);
    const rules = listOf(after.separation);
    separations.set(task, rules);
    const blame = (what: string): number => found.push(`${by} at ${task} ${what}`);
    if (tally.result !== 'open') blame('voted after the task closed');
    if (tally.votes.has(by)) blame('voted twice');
    if (rules.includes('starter') && by === starter) blame('started the run');
    if (rules.includes('editor:amount') && editors.has(by)) blame('set the amount');
    if (rules.includes('field:requester') && by === requester) blame('is the requester');
    for (const [other, { votes }] of tallies) {
      const apart = rules.includes(`task:${other}`) || separations.get(other)?.includes(`task:${task}`) === true;
      if (apart && votes.has(by)) blame(`voted at ${other} too`);
    }
    tally.votes.set(by, String(after.outcome));
    tally.result = String(after.result);
    const approvals = [...tally.votes.values()].filter((outcome) => outcome === 'approve').length;
    const rejections = tally.votes.size - approvals;
    const quorum = Number(after.quorum);
    if ((tally.result === 'approved') !== approvals >= quorum) blame(`made it ${tally.result} with ${approvals}`);
    const vetoes = after.veto === 'first' ? 1 : after.veto === 'quorum' ? quorum : Number.POSITIVE_INFINITY;
    if (rejections >= vetoes && tally.result !== 'rejected') blame(`made it ${tally.result} against a veto`);
  }
  const isWhole = tallies.size > 1 && [...tallies.values()].every(({ result }) => result === 'approved');
  if ((state === 'COMPLETED') !== isWhole) found.push(`the run is ${String(state)}: ${JSON.stringify([...tallies])}`);
  return found;
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** By time; of votes in the same millisecond the one that counted fewer comes first. */
const inOrder = (rows: readonly AuditRow[]): readonly AuditRow[] =>
  rows.toSorted((a, b) => a.createdTs.localeCompare(b.createdTs) || countOf(a) - countOf(b));

function countOf({ after }: AuditRow): number {
  const { approvals = 0, rejections = 0 } = membersOf(after);
  return Number(approvals) + Number(rejections);
}
