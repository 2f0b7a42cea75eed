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

/** What the log tells of one task: whose votes are used up, what the votes say, and the result that closed it. */
interface Tally {
  readonly persons: Set<string>;
  readonly outcomes: string[];
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
    const tally = tallies.get(task) ?? { persons: new Set(), outcomes: [], result: 'open' };
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
    // A substitute counts as both.
    const persons = [by, ...(typeof after.onBehalfOf === 'string' ? [after.onBehalfOf] : [])];
    const rules = listOf(after.separation);
    separations.set(task, rules);
    const blame = (what: string): number => found.push(`${by} at ${task} ${what}`);
    if (tally.result !== 'open') blame('voted after the task closed');
    if (persons.some((one) => tally.persons.has(one))) blame('voted twice');
    if (rules.includes('starter') && persons.includes(starter)) blame('started the run');
    if (rules.includes('editor:amount') && persons.some((one) => editors.has(one))) blame('set the amount');
    if (rules.includes('field:requester') && persons.includes(String(requester))) blame('is the requester');
    for (const [other, { persons: others }] of tallies) {
      const apart = rules.includes(`task:${other}`) || separations.get(other)?.includes(`task:${task}`) === true;
      if (apart && other !== task && persons.some((one) => others.has(one))) blame(`voted at ${other} too`);
    }
    for (const one of persons) tally.persons.add(one);
    tally.outcomes.push(String(after.outcome));
    tally.result = String(after.result);
    const approvals = tally.outcomes.filter((outcome) => outcome === 'approve').length;
    const rejections = tally.outcomes.length - approvals;
    const quorum = Number(after.quorum);
    if ((tally.result === 'approved') !== approvals >= quorum) blame(`made it ${tally.result} with ${approvals}`);
    const vetoes = after.veto === 'first' ? 1 : after.veto === 'quorum' ? quorum : Number.POSITIVE_INFINITY;
    if (rejections >= vetoes && tally.result !== 'rejected') blame(`made it ${tally.result} against a veto`);
  }
  const isWhole = tallies.size > 1 && [...tallies.values()].every(({ result }) => result === 'approved');
  if ((state === 'COMPLETED') !== isWhole) found.push(`the run is ${String(state)}: ${JSON.stringify([...tallies])}`);
  return found;
}

/**
 * Names every vote for somebody at a time at which no delegation of the log held. `rows`: those of the votes; `delegations`: those that
 * create and end delegations.
 */
export function substituteViolations(rows: readonly AuditRow[], delegations: readonly AuditRow[]): readonly string[] {
  return rows.flatMap(({ action, by, after, createdTs }) => {
    const { onBehalfOf } = membersOf(after);
    if (action !== 'run.vote' || onBehalfOf === undefined) return [];
    const isOf = (one: unknown) => membersOf(one).personId === onBehalfOf && membersOf(one).substituteId === by.id;
    const created = delegations.filter((row) => isOf(row.after) && row.createdTs <= createdTs);
    const ended = delegations.filter((row) => isOf(row.before) && row.createdTs < createdTs);
    return created.length > ended.length ? [] : [`${by.id} voted for ${String(onBehalfOf)} without a delegation`];
  });
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** By time; of votes in the same millisecond the one that counted fewer comes first. */
const inOrder = (rows: readonly AuditRow[]): readonly AuditRow[] =>
  rows.toSorted((a, b) => a.createdTs.localeCompare(b.createdTs) || countOf(a) - countOf(b));

function countOf({ after }: AuditRow): number {
  const { approvals = 0, rejections = 0 } = membersOf(after);
  return Number(approvals) + Number(rejections);
}
