import { appendAudit } from '../../audit/records/append.js';
import { followEach } from '../../events/reading/follow-each.js';
import { logEnds, nextEvents } from '../../events/records/event-log.js';
import { type NewJob, newJob } from '../../jobs/records/job.js';
import { storeJobs } from '../../jobs/records/store-jobs.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { groupBy } from '../../kernel/group-by.js';
import { isUuid, newId } from '../../kernel/identifiers.js';
import type { Log } from '../../kernel/log.js';
import { type Database, type Transaction, transaction } from '../../postgres/database.js';
import type { ChangeProcess } from '../../processes/change/change-process.js';
import type { ProcessPorts } from '../../processes/change/process-ports.js';
import { NO_TASK } from '../../processes/records/clocks/clock-columns.js';
import { clearClocks, clocksOf, dueClocks, findDueClocks, storeClocks } from '../../processes/records/clocks/clocks.js';
import { lockProcess } from '../../processes/records/processes/find-process.js';
import { loadIfDeployed } from '../../sub-projects/configuration/load-if-deployed.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';
import { systemPrincipal } from '../../use-case/caller.js';
import type { Clock } from '../clock/clock.js';
import { nextInstant } from '../clock/rungs.js';
import { withinCalendar } from '../clock/within-calendar.js';
import { clearFacts, factsOf, storeFacts } from '../records/facts.js';
import { findBehind, lockPosition, startOver, storePosition } from '../records/positions.js';
import { ClockFold, clockEvents, type Reached } from './fold-events.js';

/** Events of one transaction. */
const EVENTS = 100;
/** Clocks of one transaction that something happens to by the time alone. */
const TICKS = 100;
/** Rows of one transaction that begins anew. */
const CLEARED = 5000;
/** A clock is not called breached before the events of that instant are in the log. */
const GRACE_MS = 2000;

/** Who can decide a task: these users and the members of these groups, but for those who have voted. */
export interface Deciders {
  readonly users: readonly string[];
  readonly groups: readonly string[];
  readonly without: readonly string[];
}

export interface ClockDeps {
  readonly db: Database;
  readonly subProjects: Pick<SubProjects, 'load'>;
  readonly changeProcess: ChangeProcess;
  readonly processChanged: ProcessPorts['processChanged'];
  /** Who can decide open tasks and has not voted, by their ids. */
  readonly decidersOf: (
    tx: Transaction,
    subProjectId: string,
    taskIds: readonly string[],
  ) => Promise<ReadonlyMap<string, Deciders>>;
  readonly log: Log;
}

/**
 * Turns the event log into clocks (D170). As with notifications, a sub-project is taken by one transaction at a time, which stores clocks,
 * rungs and what they do together with the position in the log: a crash neither loses nor repeats anything.
 */
export interface ClockKeeper {
  /** Works off the events of every sub-project that declares clocks, and what the time alone does. Periodic maintenance calls it. */
  keep(): Promise<void>;
}

export function createClockKeeper(deps: ClockDeps): ClockKeeper {
  const { db, log } = deps;
  const clocks = { name: 'clocks', log };
  return {
    async keep() {
      await followEach(clocks, await findBehind(db), (subProjectId) => projectEvents(deps, subProjectId));
      await followEach(clocks, await findDueClocks(db, GRACE_MS), (subProjectId) => projectTicks(deps, subProjectId));
    },
  };
}

/** @returns whether there may be more */
async function projectEvents(deps: ClockDeps, subProjectId: string): Promise<boolean> {
  const subProject = await loadIfDeployed(deps.subProjects, subProjectId);
  if (subProject === undefined) return false;
  return transaction(deps.db, async (tx) => {
    const position = await lockPosition(tx, subProjectId);
    if (position === undefined) return false;
    if (position.rules !== subProject.slaRules) {
      const isCleared =
        !(await clearClocks(tx, subProjectId, CLEARED)) && !(await clearFacts(tx, subProjectId, CLEARED));
      if (isCleared) await startOver(tx, subProjectId, subProject.slaRules);
      return true;
    }
    const from = { subProjectId, position: position.position, limit: EVENTS };
    const { events, next, hasMore } = await nextEvents(tx, from, clockEvents);
    if (subProject.slas.length > 0 && events.length > 0) {
      const ids = [...new Set(events.flatMap(({ processId }) => processId ?? []))];
      const facts = await factsOf(tx, subProjectId, ids);
      const fold = new ClockFold(
        subProject.slas,
        subProject.slaMembers,
        facts,
        await clocksOf<Clock>(tx, subProjectId, ids),
      );
      for (const event of events) fold.apply(event);
      await store(tx, deps, subProject, fold, position.silentTs);
    }
    await storePosition(tx, subProjectId, next);
    return hasMore;
  });
}

/** What the time alone does to clocks whose log is worked off. @returns whether there may be more */
async function projectTicks(deps: ClockDeps, subProjectId: string): Promise<boolean> {
  const subProject = await loadIfDeployed(deps.subProjects, subProjectId);
  if (subProject === undefined) return false;
  return transaction(deps.db, async (tx) => {
    const position = await lockPosition(tx, subProjectId);
    const { latest } = await logEnds(tx, subProjectId);
    if (position === undefined || position.rules !== subProject.slaRules || position.position < latest) return false;
    const until = Date.now() - GRACE_MS;
    const rows = await dueClocks<Clock>(tx, subProjectId, new Date(until), TICKS);
    const facts = await factsOf(tx, subProjectId, [...new Set(rows.map(({ processId }) => processId))]);
    const fold = new ClockFold(subProject.slas, subProject.slaMembers, facts, rows);
    for (const row of rows) fold.tick(row, until);
    await store(tx, deps, subProject, fold, position.silentTs);
    return rows.length === TICKS;
  });
}

async function store(
  tx: Transaction,
  deps: ClockDeps,
  subProject: SubProject,
  fold: ClockFold,
  silentTs: Date,
): Promise<void> {
  const { id } = subProject;
  const rules = new Map(subProject.slas.map((rule) => [rule.key, rule]));
  await storeFacts(tx, id, fold.changedFacts);
  const rows = [...fold.changed.values()].map((row) => {
    const rule = rules.get(row.key);
    return { ...row, nextTs: rule === undefined ? null : withinCalendar(() => nextInstant(rule, row.clock), null) };
  });
  const there = await storeClocks(tx, id, rows);
  const told = fold.reached.filter(({ processId, at }) => there.has(processId) && at > silentTs.getTime());
  const actor = { principal: systemPrincipal, traceId: newId() };
  const asked = told.flatMap(({ rung, taskId }) => (rung.notify.deciders ? [taskId] : []));
  const deciders = asked.length === 0 ? new Map<string, Deciders>() : await deps.decidersOf(tx, id, asked);
  await appendAudit(
    tx,
    actor,
    told.map((one) => ({
      action: one.rung.percent === 100 && one.rung.after === null ? 'clock.breach' : 'clock.reach',
      subProjectId: id,
      subjectType: 'process',
      subjectId: one.processId,
      processId: one.processId,
      before: null,
      after: {
        clock: one.key,
        name: one.rule.name,
        rung: one.rung.name,
        at: new Date(one.at).toISOString(),
        dueTs: one.clock.dueTs === null ? null : new Date(one.clock.dueTs).toISOString(),
        taskId: one.taskId === NO_TASK ? null : one.taskId,
        notify: peopleOf(subProject, fold, one, one.rung.notify.deciders ? deciders.get(one.taskId) : undefined),
      },
    })),
  );
  const clocks = groupBy(told, ({ processId, key, taskId }) => `${processId} ${taskId} ${key}`);
  const jobs = [...clocks.values()].flatMap((own) => jobsOf(id, own));
  await storeJobs(tx, jobs, Date.now());
  for (const one of told) if (one.rung.set !== null) await change(tx, deps, subProject, one);
}

/** What a worker does for the rungs that a clock has reached, one after the other: one job, which stores the next. */
function jobsOf(subProjectId: string, reached: readonly Reached[]): readonly NewJob[] {
  const steps = reached.flatMap(({ key: clock, rule, rung, at, taskId }) => {
    const about = { clock, name: rule.name, rung: rung.name, at: new Date(at).toISOString() };
    return rung.actions.map((action) => ({ action, ...about, taskId: taskId === NO_TASK ? null : taskId }));
  });
  const [first] = reached;
  if (first === undefined || steps.length === 0) return [];
  const { processId } = first;
  return [newJob({ subProjectId, processId, kind: 'rung', lane: 'engine', dueTs: new Date(), payload: { steps } })];
}

/** Ids of the users that a rung tells. */
function peopleOf(
  { members }: SubProject,
  fold: ClockFold,
  { processId, rung }: Reached,
  deciders: Deciders | undefined,
): readonly string[] {
  const { roles, fields } = rung.notify;
  const facts = fold.factsOf(processId);
  const named = fields
    .map((name) => facts[`fields.${name}`])
    .flatMap((value) => (Array.isArray(value) ? value : [value]));
  const membersOf = (of: readonly string[]) =>
    [...members].flatMap(([userId, own]) => (own.some((role) => of.includes(role)) ? [userId] : []));
  const people = [...named, ...membersOf(roles)];
  if (deciders !== undefined) {
    const { users, groups, without } = deciders;
    people.push(...[...users, ...membersOf(groups)].filter((userId) => !without.includes(userId)));
  }
  return [...new Set(people.filter((one) => typeof one === 'string' && isUuid(one)))].map(String);
}

/** Sets values of a process, as the system. What the configuration does not allow there is left as it is. */
async function change(
  tx: Transaction,
  deps: ClockDeps,
  subProject: SubProject,
  { processId, rung, key }: Reached,
): Promise<void> {
  const process = await lockProcess(tx, subProject.id, processId);
  if (process === undefined || rung.set === null) return;
  const updates = rung.set;
  const actor = { principal: systemPrincipal, traceId: newId() };
  try {
    const changed = await tx.savepoint(() =>
      deps.changeProcess(tx, actor, { subProject, process, updates, action: 'process.update' }),
    );
    if (changed.version !== process.version) deps.processChanged(tx, { subProjectId: subProject.id, processId });
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    deps.log.warn(
      { subProjectId: subProject.id, processId, clock: key, rung: rung.name, reason: error.message },
      'a rung could not change its process',
    );
  }
}
