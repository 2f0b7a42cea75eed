import { type Command, CommandRejected, type Variables, type VoteOutcome } from '@millrace/engine';
import { backoffMs } from '../../jobs/worker/backoff.js';
import type { JobResult } from '../../jobs/worker/job-handler.js';
import { wrongState } from '../../kernel/errors/access-errors.js';
import { conflict, invalidValue, notFound } from '../../kernel/errors/request-errors.js';
import { newId } from '../../kernel/identifiers.js';
import type { ProcessRow } from '../../processes/records/processes/process-row.js';
import type { WorkflowEntry } from '../../sub-projects/records/stored-configuration.js';
import { principalId } from '../../use-case/caller.js';
import { DEFAULT_TIME_TO_LIVE_MS } from '../../workflows/records/messages.js';
import type { NewTask } from '../../workflows/records/write-tasks.js';
import type { PostponedUpdate } from '../../workflows/run/drive-run.js';
import { mapRejections } from '../../workflows/run/map-rejections.js';
import { EVENT } from '../../workflows/run/publish-event.js';
import { RunChanges } from '../../workflows/run/run-changes.js';
import { PROCESS_UPDATE } from '../../workflows/run/update-process.js';
import { FormValidator } from '../../workflows/tasks/task-form.js';
import { reportOf } from '../../workflows/worker/run-work.js';
import type { MockedResult, Mocks } from '../model/mock-schema.js';
import type { Actor } from '../model/scenario-schema.js';
import { type Acting, actingAs, refusalOf, requireMayAct } from './acting.js';
import { driveSimulated } from './drive-simulated.js';
import type { FolderProject } from './folder-project.js';
import { MessageBuffer, type PublishedMessage } from './message-buffer.js';
import { attempt, type GivenResult } from './mocked-attempt.js';
import { changedProcess } from './simulated-process.js';
import { SimulatedRun, type WaitingJob } from './simulated-run.js';
import { voteCommand } from './simulated-vote.js';
import { StepLimit } from './step-limit.js';

/** Where a run starts; empty: at the none start event. */
type StartEvent = Pick<Extract<Command, { readonly type: 'start' }>, 'startElementId' | 'startPart'>;

/** Work that a server stores as a job of the engine's lane. It is done in the order in which it was stored. */
type Deferred =
  | { readonly kind: 'command'; readonly run: SimulatedRun; readonly command: Command | PostponedUpdate }
  | {
      readonly kind: 'signal';
      readonly run: SimulatedRun;
      readonly name: string;
      readonly keys: readonly number[];
      readonly variables: Variables;
    }
  | { readonly kind: 'message'; readonly message: PublishedMessage }
  | {
      readonly kind: 'start';
      readonly workflow: WorkflowEntry;
      readonly at: StartEvent;
      readonly variables: Variables;
    };

/** What became of a message. */
export type MessageOutcome = 'correlated' | 'started' | 'buffered' | 'discarded';

/** Which task a step answers, and how. */
export interface TaskAnswer {
  readonly run: SimulatedRun;
  /** Absent: the oldest open task, of `as` if that is given. */
  readonly elementId: string | undefined;
  readonly as: Actor | undefined;
  readonly outcome: VoteOutcome;
  /** Of a vote. */
  readonly reason: string | undefined;
  readonly payload: Variables;
}

/**
 * A server without database, network and clock: one process, and the runs on it. Everything that a server decides about a run is
 * decided by the server's own functions; this class replaces its tables, its workers and its time.
 */
export class Simulator {
  readonly project: FolderProject;
  readonly runs: SimulatedRun[] = [];
  readonly #mocks: Mocks;
  readonly #attempts = new Map<string, number>();
  readonly #queue: Deferred[] = [];
  readonly #messages = new MessageBuffer();
  readonly #forms = new FormValidator();
  readonly #limit = new StepLimit();
  #now: number;
  #process: ProcessRow;
  #subscriptions = 0;

  constructor(
    project: FolderProject,
    options: { readonly now: number; readonly process: ProcessRow; readonly mocks: Mocks },
  ) {
    this.project = project;
    this.#now = options.now;
    this.#process = options.process;
    this.#mocks = options.mocks;
  }

  /** Epoch milliseconds. */
  get now(): number {
    return this.#now;
  }

  get process(): ProcessRow {
    return this.#process;
  }

  /** Starts a run, by executeWorkflow or at a start event. @throws CatalogueError 1009 when the diagram cannot be started so */
  async start(
    workflow: WorkflowEntry,
    variables: Variables,
    { startElementId, as }: { readonly startElementId?: string; readonly as?: Actor } = {},
  ): Promise<SimulatedRun> {
    const at = startElementId === undefined ? {} : { startElementId };
    const by = as === undefined ? undefined : principalId(actingAs(this.project.subProject, as).principal);
    const run = await mapRejections(() => this.#start(workflow, variables, at, by));
    await this.settle();
    return run;
  }

  /** Completes a task or votes on it. @throws CatalogueError as resumeWorkflowRunsApi and castVote */
  async answer({ run, elementId, as, outcome, reason, payload }: TaskAnswer): Promise<void> {
    const acting = actingAs(this.project.subProject, as);
    if (run.status !== 'PAUSED') throw wrongState(`The run is ${run.status}; only a PAUSED run can be resumed.`);
    const task = this.#taskFor(run, elementId, acting);
    requireMayAct(acting, run, task, this.#process.fields);
    const errors = this.#forms.check(task.form === null ? null : { ...task.form }, payload);
    if (errors.length > 0) throw invalidValue('The payload does not fit the form of the task.', errors);
    const by = principalId(acting.principal);
    const command: Command =
      task.approval === null
        ? { type: 'completeTask', key: task.elementKey, variables: payload, approved: outcome === 'approve' }
        : voteCommand(by, task, { outcome, reason, payload });
    await mapRejections(() => this.#drive(run, command, by));
    run.decided.push({ elementId: task.elementId, person: by });
    await this.settle();
  }

  /** Reports the result of a job, as an external worker or the server's own handler does. */
  async report(run: SimulatedRun, job: WaitingJob, given: GivenResult, retries?: number): Promise<void> {
    await mapRejections(() => this.#report(run, job, attempt(job, given), retries));
    await this.settle();
  }

  /** Publishes a message for the process of the scenario. */
  async publish(
    message: Omit<PublishedMessage, 'timeToLiveMs'> & { readonly timeToLiveMs?: number },
  ): Promise<MessageOutcome> {
    const outcome = await mapRejections(() =>
      this.#deliver({ ...message, timeToLiveMs: message.timeToLiveMs ?? DEFAULT_TIME_TO_LIVE_MS }),
    );
    await this.settle();
    return outcome;
  }

  /** Broadcasts a signal to every run, and to the signal start events of the sub-project. */
  async broadcast(name: string, variables: Variables): Promise<void> {
    this.#fanOut(name, variables);
    await this.settle();
  }

  /** Changes the process as updateProcessField does. @throws CatalogueError 1231, 1232 */
  async update(updates: Variables): Promise<void> {
    const before = this.#process.version;
    this.#process = changedProcess(this.project.subProject, this.#process, updates, this.#now);
    if (this.#process.version !== before) this.#wakeConditions(undefined);
    await this.settle();
  }

  /** Retries the open incident of an element. @throws CatalogueError 1200 when it has none */
  async retry(run: SimulatedRun, elementId: string, retries: number, variables?: Variables): Promise<void> {
    const incident = [...run.incidents.values()].find((open) => open.elementId === elementId);
    if (incident === undefined) throw notFound('incident', elementId, '; its elements with incidents are listed below');
    const given = variables === undefined ? {} : { variables };
    await mapRejections(() =>
      this.#drive(run, { type: 'retryIncident', key: incident.incidentKey, retries, ...given }),
    );
    await this.settle();
  }

  /** Cancels a run. @throws CatalogueError 1009 when it has ended */
  async cancel(run: SimulatedRun, reason: string | undefined): Promise<void> {
    if (run.hasEnded) throw conflict(`The run has ended: it is ${run.status}.`);
    await mapRejections(() => this.#drive(run, { type: 'cancel', ...(reason === undefined ? {} : { reason }) }));
    await this.settle();
  }

  /** Moves the clock. What becomes due on the way takes place at its time, in its order. */
  async advanceTo(target: number): Promise<void> {
    await this.settle();
    for (;;) {
      const next = this.#nextDue();
      if (next === undefined || next > target) break;
      this.#now = Math.max(this.#now, next);
      await this.settle();
    }
    this.#now = Math.max(this.#now, target);
  }

  /** Does what a server does soon after a step without being asked: deferred work, timers that are due, mocked jobs. */
  async settle(): Promise<void> {
    for (;;) {
      const deferred = this.#queue.shift();
      if (deferred !== undefined) {
        await unlessObsolete(() => this.#perform(deferred));
        continue;
      }
      if (await this.#fireTimer()) continue;
      if (!(await this.#attemptJob())) return;
    }
  }

  async #start(
    workflow: WorkflowEntry,
    variables: Variables,
    at: StartEvent,
    startedBy?: string,
  ): Promise<SimulatedRun> {
    const { subProjectId, id: processId } = this.#process;
    const { definitionId: modelId } = workflow;
    const run = new SimulatedRun(
      { id: newId(), subProjectId, workflowId: workflow.id, processId },
      workflow.key,
      modelId,
      startedBy,
    );
    await this.#drive(run, { type: 'start', modelId, variables, ...at });
    return run;
  }

  /** One transaction of a run: drives it, keeps what changed, and stores what is to be done afterwards. */
  async #drive(run: SimulatedRun, command: Command | PostponedUpdate, completedBy = 'system'): Promise<void> {
    const changes = new RunChanges(run.identity, new Date(this.#now), {
      handledTypes: new Set(),
      // With a mock for the type, events go to a webhook: then they are jobs.
      internalTypes: new Set([PROCESS_UPDATE, ...(Object.hasOwn(this.#mocks, EVENT) ? [] : [EVENT])]),
      completedBy,
    });
    const before = this.#process;
    const around = {
      models: this.project.models,
      modelsById: this.project.models.byId,
      decisions: this.project.decisions,
      calendars: this.project.subProject.calendars,
      now: this.#now,
      process: before,
      countStep: () => this.#limit.count(),
      changeProcess(updates: Variables): ProcessRow {
        around.process = change(around.process, updates);
        return around.process;
      },
      takeMessage: this.#messages.takerFor(this.#now),
      called: (key: number, modelId: string) => void run.calls.set(key, modelId),
    };
    const change = (process: ProcessRow, updates: Variables) =>
      changedProcess(this.project.subProject, process, updates, this.#now);
    const driven = await driveSimulated(around, changes, run.state, command);
    if (run.state === null) this.runs.push(run);
    run.state = driven.state;
    run.status = driven.status;
    run.absorb(changes, this.#now, () => {
      this.#subscriptions += 1;
      return this.#subscriptions;
    });
    this.#process = around.process;
    for (const update of driven.postponed) this.#queue.push({ kind: 'command', run, command: update });
    this.#defer(run, changes);
    if (this.#process.version !== before.version) this.#wakeConditions(run);
  }

  #defer(run: SimulatedRun, changes: RunChanges): void {
    for (const job of changes.otherJobs) {
      if (job.kind === 'continue') this.#queue.push({ kind: 'command', run, command: { type: 'continue' } });
      if (job.kind === 'message')
        this.#queue.push({ kind: 'message', message: { ...job.payload } as PublishedMessage });
    }
    for (const { name, variables, before } of changes.signals) this.#fanOut(name, variables, { run, before });
  }

  #wakeConditions(except: SimulatedRun | undefined): void {
    for (const run of this.runs) {
      const waits = [...run.subscriptions.values()].some(({ kind }) => kind === 'condition');
      if (waits && run !== except) this.#queue.push({ kind: 'command', run, command: { type: 'evaluateConditions' } });
    }
  }

  #fanOut(name: string, variables: Variables, thrower?: { readonly run: SimulatedRun; readonly before: number }): void {
    for (const run of this.runs) {
      const keys = [...run.subscriptions.values()]
        .filter((wait) => wait.kind === 'signal' && wait.name === name)
        .map(({ key }) => key)
        .filter((key) => run !== thrower?.run || key <= thrower.before);
      if (keys.length > 0) this.#queue.push({ kind: 'signal', run, name, keys, variables });
    }
    for (const { workflow, at } of this.#startsOf('signal', name)) {
      this.#queue.push({ kind: 'start', workflow, at, variables });
    }
  }

  /** The start events of the sub-project's workflows that wait for a message or signal. */
  #startsOf(kind: 'message' | 'signal', name: string) {
    return this.project.subProject.workflows.flatMap((workflow) =>
      this.project.models
        .diagramOf(workflow.definitionId)
        .model.starts.filter((start) => start.kind === kind && start.name === name)
        .map(({ elementId, part }) => ({ workflow, at: { startElementId: elementId, startPart: part } })),
    );
  }

  async #deliver(message: PublishedMessage): Promise<MessageOutcome> {
    const { name, correlationKey, variables, timeToLiveMs } = message;
    const waiting = this.#waitingFor(name, correlationKey);
    if (waiting !== undefined) {
      await this.#drive(waiting.run, { type: 'correlateMessage', key: waiting.key, variables });
      return 'correlated';
    }
    const [start] = this.#startsOf('message', name);
    if (start !== undefined) {
      await this.#start(start.workflow, variables, start.at);
      return 'started';
    }
    if (timeToLiveMs === 0) return 'discarded';
    this.#messages.keep(message, this.#now + timeToLiveMs);
    return 'buffered';
  }

  /** The subscription that has waited longest. */
  #waitingFor(name: string, correlationKey: string): { readonly run: SimulatedRun; readonly key: number } | undefined {
    if (correlationKey === '') return undefined;
    const waits = this.runs.flatMap((run) =>
      [...run.subscriptions.values()]
        .filter((wait) => wait.kind === 'message' && wait.name === name && wait.correlationKey === correlationKey)
        .map(({ key, since }) => ({ run, key, since })),
    );
    return waits.sort((a, b) => a.since - b.since)[0];
  }

  async #perform(deferred: Deferred): Promise<void> {
    switch (deferred.kind) {
      case 'command':
        if (!deferred.run.hasEnded) await this.#drive(deferred.run, deferred.command);
        return;
      case 'signal': {
        const { run, name, keys, variables } = deferred;
        if (keys.some((key) => run.subscriptions.has(key))) {
          await this.#drive(run, { type: 'broadcastSignal', name, variables });
        }
        return;
      }
      case 'message':
        await this.#deliver(deferred.message);
        return;
      case 'start': {
        const { workflow, at, variables } = deferred;
        if (workflow.stageKeys.includes(this.#process.stageKey)) await this.#start(workflow, variables, at);
      }
    }
  }

  /** Fires the timer that is due first; false when none is due. */
  async #fireTimer(): Promise<boolean> {
    const [first] = this.#dueTimers().filter(({ due }) => due <= this.#now);
    if (first === undefined) return false;
    await unlessObsolete(() => this.#drive(first.run, { type: 'fireTimer', key: first.key }));
    return true;
  }

  /** Running timers, the first one first. */
  #dueTimers(): readonly { readonly run: SimulatedRun; readonly key: number; readonly due: number }[] {
    return this.runs
      .flatMap((run) => [...run.timers].map(([key, { dueTs }]) => ({ run, key, due: dueTs.getTime() })))
      .sort((a, b) => a.due - b.due);
  }

  #nextDue(): number | undefined {
    const times = [...this.#dueTimers().map(({ due }) => due), ...this.#mockedJobs().map(({ job }) => job.attemptAt)];
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Makes the next attempt that is mocked and due; false when there is none. */
  async #attemptJob(): Promise<boolean> {
    const next = this.#mockedJobs().find(({ job }) => job.attemptAt <= this.#now);
    if (next === undefined) return false;
    const { run, job, name } = next;
    const result = this.#resultOf(name);
    this.#attempts.set(name, (this.#attempts.get(name) ?? 0) + 1);
    await this.#report(run, job, attempt(job, result));
    return true;
  }

  /** Jobs whose next result a mock gives, in the order of their creation. */
  #mockedJobs(): readonly { readonly run: SimulatedRun; readonly job: WaitingJob; readonly name: string }[] {
    return this.runs.flatMap((run) =>
      [...run.jobs.values()].flatMap((job) => {
        const name = [job.elementId, job.type].find((one) => Object.hasOwn(this.#mocks, one));
        return name === undefined || this.#resultOf(name).wait === true ? [] : [{ run, job, name }];
      }),
    );
  }

  #resultOf(name: string): MockedResult {
    const given = this.#mocks[name] ?? {};
    if (!Array.isArray(given)) return given;
    return given[Math.min(this.#attempts.get(name) ?? 0, given.length - 1)] ?? {};
  }

  async #report(run: SimulatedRun, job: WaitingJob, result: JobResult, given?: number): Promise<void> {
    const left = given ?? (result.outcome === 'failed' ? result.retries : undefined) ?? job.retries - 1;
    if (result.outcome === 'failed' && result.permanent !== true && left > 0) {
      // The longest delay that the server may choose.
      const delayMs = result.retryAfterMs ?? backoffMs(job.attempts + 1, 1);
      run.repeatLater(job.elementKey, left, this.#now + delayMs);
      return;
    }
    await this.#drive(run, commandOf(job, result));
  }

  #taskFor(run: SimulatedRun, elementId: string | undefined, acting: Acting): NewTask {
    const open = [...run.tasks.values()].filter((task) => elementId === undefined || task.elementId === elementId);
    const task = open.find((one) => refusalOf(acting, run, one, this.#process.fields) === undefined) ?? open[0];
    if (task !== undefined) return task;
    if (elementId === undefined) {
      throw wrongState('The run waits for a message, signal or condition and has no open task; see getWorkflowRun.');
    }
    throw wrongState(`The element ${elementId} has no open task.`);
  }
}

/** A deferred command may no longer fit its run; a server drops it too. */
async function unlessObsolete(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CommandRejected)) throw error;
  }
}

function commandOf({ elementKey }: WaitingJob, result: JobResult): Command {
  const command = reportOf(elementKey, result);
  if (command.type !== 'throwJobError' || command.message !== '') return command;
  const { message: _, ...silent } = command;
  return silent;
}
