import {
  type Command,
  CommandRejected,
  type Effect,
  modelsOf,
  type RunState,
  type RunStatus,
  step,
} from '@millrace/engine';
import type { NewJob } from '../../jobs/records/job.js';
import type { Transaction } from '../../postgres/database.js';
import { lockProcess } from '../../processes/records/processes/find-process.js';
import type { ProcessRow } from '../../processes/records/processes/process-row.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { type Actor, principalId } from '../../use-case/caller.js';
import type { ResolveDecision } from '../decisions/answer-decision.js';
import { DecisionShare } from '../decisions/decision-share.js';
import type { RunIdentity } from '../records/run-identity.js';
import { DecidersNow } from '../votes/deciders-now.js';
import { resolveVoters } from '../votes/resolve-voters.js';
import { BufferedMessages } from './buffered-messages.js';
import { processVariable } from './process-variable.js';
import { EVENT, type PublishingJob, publishedEvent } from './publish-event.js';
import { resolveCall } from './resolve-call.js';
import { RunChanges } from './run-changes.js';
import type { RunDeps } from './run-deps.js';
import { PROCESS_UPDATE, updateProcess } from './update-process.js';

/** The most process updates of one transaction. The others become jobs, so that no transaction grows without limit. */
export const UPDATES_PER_TRANSACTION = 50;
/** How many transactions in a row may reach that limit before the run counts as an endless loop. */
export const LONGEST_CHAIN = 10;

/** Fails the update of a run that has reached {@link LONGEST_CHAIN}. */
export const tooManyUpdates = (key: number): Command => ({
  type: 'failJob',
  key,
  message: `The run updated its process or published events ${LONGEST_CHAIN * UPDATES_PER_TRANSACTION} times without waiting for anything.`,
  retries: 0,
});

/** A job that is done inside the transaction of its run. */
export interface InternalJob extends PublishingJob {
  /** The engine's number of the job. */
  readonly key: number;
}

/** What transactions in a row did without waiting: the limits of endless loops. */
export interface Chains {
  /** How many of them postponed updates. */
  readonly updates: number;
  /** How many decisions they evaluated. */
  readonly decisions: number;
}

/** An internal job that an earlier transaction postponed. */
export interface PostponedUpdate extends InternalJob {
  readonly chains: Chains;
}

/** A decision that an earlier transaction postponed. */
export interface PostponedDecision {
  readonly decision: ResolveDecision;
  readonly chains: Chains;
}

/** What a person says about an element with a command. */
export interface RunComment {
  readonly elementId: string;
  /** The engine's number of the element. */
  readonly key: number;
  readonly text: string;
}

/** What {@link driveRun} starts from. */
export interface Drive {
  readonly actor: Actor;
  readonly subProject: SubProject;
  readonly run: RunIdentity;
  /** Null for a run about to start. */
  readonly state: RunState | null;
  readonly process: ProcessRow;
  /** Whether this transaction has locked the process. */
  readonly isProcessLocked?: boolean;
  /** The first step. */
  readonly command: Command | PostponedUpdate | PostponedDecision;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Comes first in the timeline of these steps. */
  readonly comment?: RunComment;
}

/** The run after its steps, with everything that is still to be written. */
export interface DriveResult {
  readonly state: RunState;
  readonly status: RunStatus;
  readonly changes: RunChanges;
  /** Whether the process was changed: other runs may have conditions on it. */
  readonly processChanged: boolean;
}

/**
 * Steps the engine until nothing internal is left to do: it answers process updates, calls and buffered messages at once.
 * It writes nothing about the run itself; the process, its files and messages change in `tx`.
 *
 * @throws CommandRejected when the command does not fit the state; nothing has changed then
 */
export async function driveRun(tx: Transaction, deps: RunDeps, drive: Drive): Promise<DriveResult> {
  try {
    return await new Driver(tx, deps, drive).drive();
  } catch (error) {
    if (!(error instanceof ProcessChanged)) throw error;
    return new Driver(tx, deps, { ...drive, process: error.process, isProcessLocked: true }).drive();
  }
}

/**
 * The process was changed between reading and locking it, so the steps may have used old values: in a counter that they
 * increase, or in a condition. Nothing was written before the lock, so all steps are taken again with the locked process.
 */
class ProcessChanged extends Error {
  override readonly name = 'ProcessChanged';
  /** Locked by this transaction. */
  readonly process: ProcessRow;

  constructor(process: ProcessRow) {
    super('the process was changed before it was locked');
    this.process = process;
  }
}

class Driver {
  readonly #tx: Transaction;
  readonly #deps: RunDeps;
  readonly #input: Drive;
  readonly #changes: RunChanges;
  /** Commands that the engine's effects or process updates asked for. */
  readonly #queue: Command[] = [];
  readonly #decisions: DecisionShare;
  /** Of the transactions before. */
  readonly #chains: Chains;
  readonly #buffered: BufferedMessages;
  readonly #deciders: DecidersNow;
  /** Who gives the command. */
  readonly #by: string;
  #state: RunState | null;
  #status: RunStatus | undefined;
  #process: ProcessRow;
  #isProcessLocked: boolean;
  #updates = 0;

  constructor(tx: Transaction, deps: RunDeps, input: Drive) {
    this.#tx = tx;
    this.#deps = deps;
    this.#input = input;
    this.#isProcessLocked = input.isProcessLocked ?? false;
    this.#chains = 'chains' in input.command ? input.command.chains : { updates: 0, decisions: 0 };
    this.#decisions = new DecisionShare(tx, deps.decisions, input.subProject, this.#chains.decisions);
    this.#by = principalId(input.actor.principal);
    this.#deciders = new DecidersNow(input.state === null ? this.#by : undefined);
    this.#changes = new RunChanges(input.run, new Date(input.now), {
      handledTypes: deps.handledTypes,
      internalTypes: new Set([PROCESS_UPDATE, ...(deps.publishesEvents ? [EVENT] : [])]),
      completedBy: this.#by,
    });
    if (input.comment !== undefined) this.#changes.commented(input.comment, input);
    this.#buffered = new BufferedMessages(tx, input.run, () => this.#lockProcess());
    this.#state = input.state;
    this.#process = input.process;
  }

  async drive(): Promise<DriveResult> {
    const { command } = this.#input;
    if ('type' in command) await this.#step(command);
    else if ('decision' in command) await this.#step(await this.#decisions.answer(command.decision));
    else await this.#doInternal(command);
    for (;;) {
      const next = this.#queue.shift() ?? (await this.#decisions.next()) ?? (await this.#nextMessage());
      if (next !== undefined) await this.#stepInternal(next);
      else if (!(await this.#updateNext())) break;
    }
    await this.#lockForConditions();
    if (this.#state === null || this.#status === undefined) throw new Error('a run was driven without a step');
    this.#postponeUpdates();
    this.#postponeDecisions();
    return {
      state: this.#state,
      status: this.#status,
      changes: this.#changes,
      processChanged: this.#process.version !== this.#input.process.version,
    };
  }

  async #step(command: Command): Promise<void> {
    const state = this.#state;
    const { subProjectId } = this.#input.run;
    const { definitions } = this.#deps;
    const modelIds = state === null ? [] : [...modelsOf(state)];
    const given = command.type === 'hold' ? command.command : command;
    if ('modelId' in given && given.type !== 'decisionResolved') modelIds.push(given.modelId);
    if ('toModelId' in given) modelIds.push(given.toModelId);
    const models = await definitions.load(this.#tx, subProjectId, modelIds);
    const { now, subProject } = this.#input;
    const process = processVariable(this.#process);
    const input = { models, state, command, now, process, calendars: subProject.calendars };
    const result = command.type === 'decisionResolved' ? await this.#decisions.evaluate(input, command) : step(input);
    this.#state = result.state;
    this.#status = result.status;
    for (const effect of result.effects) {
      if (effect.type === 'decisionEvaluated') await this.#record(effect, state);
      else this.#changes.apply(effect);
      this.#deciders.note(effect, state, this.#by);
      if (effect.type === 'resolveDecision') this.#decisions.add(effect);
      if (effect.type === 'resolveVoters') this.#queue.push(await this.#countVoters(effect));
      if (effect.type === 'resolveCall') {
        this.#queue.push(await resolveCall(this.#tx, definitions, subProjectId, effect));
      }
    }
  }

  /** A later command may have cancelled what an earlier one asked for. */
  async #stepInternal(command: Command): Promise<void> {
    try {
      await this.#step(command);
    } catch (error) {
      if (!(error instanceof CommandRejected)) throw error;
      const { log } = this.#deps;
      log.debug({ run: this.#input.run.id, reason: error.reason }, 'an internal command was no longer needed');
    }
  }

  async #countVoters(effect: Extract<Effect, { type: 'resolveVoters' }>): Promise<Command> {
    const { subProject, run } = this.#input;
    const opening = { subProject, run, process: this.#process, decidedNow: this.#deciders.excluded };
    return resolveVoters(this.#tx, this.#deps.peopleById, opening, effect);
  }

  /** @param before the state before the step, which has the instance of the task */
  async #record(effect: Extract<Effect, { type: 'decisionEvaluated' }>, before: RunState | null): Promise<void> {
    const file = await this.#decisions.evaluated(effect);
    const scopeKey = before?.items.find((item) => item.key === effect.key)?.up ?? 0;
    this.#changes.decided(effect, { ...file, at: this.#input.now, scopeKey });
  }

  /** The next message that was published before the run began to wait for it. */
  async #nextMessage(): Promise<Command | undefined> {
    return this.#buffered.next(this.#changes.subscriptions.values());
  }

  /** False when no process update is open, or the transaction has done its share. */
  async #updateNext(): Promise<boolean> {
    const next = this.#openUpdate();
    if (next === undefined || this.#updates >= UPDATES_PER_TRANSACTION) return false;
    const { elementKey: key, type: jobType, elementId, headers, payload } = next;
    await this.#doInternal({ key, jobType, elementId, headers: headers ?? {}, input: { ...payload } });
    return true;
  }

  #openUpdate(): NewJob | undefined {
    for (const job of this.#changes.jobs.values()) if (job.kind === 'update') return job;
    return undefined;
  }

  async #doInternal(job: InternalJob): Promise<void> {
    this.#updates += 1;
    const { key } = job;
    if (this.#chains.updates > LONGEST_CHAIN) return this.#stepInternal(tooManyUpdates(key));
    return job.jobType === EVENT ? this.#publish(job) : this.#update(key, job.input);
  }

  async #publish(job: InternalJob): Promise<void> {
    const published = publishedEvent(job);
    if ('event' in published) {
      this.#changes.published.push(published.event);
      return this.#stepInternal({ type: 'completeJob', key: job.key, variables: {} });
    }
    return this.#stepInternal({ type: 'failJob', key: job.key, message: published.problem, retries: 0 });
  }

  async #update(key: number, input: object): Promise<void> {
    await this.#lockProcess();
    const process = this.#process;
    const { actor, subProject } = this.#input;
    const update = { subProject, process, key, input: { ...input }, enteredBy: this.#deciders.enteredBeside(this.#by) };
    const updated = await updateProcess(this.#tx, this.#deps.changeProcess, actor, update);
    this.#process = updated.process;
    await this.#stepInternal(updated.command);
    if (updated.process.version !== process.version) this.#queue.push({ type: 'evaluateConditions' });
  }

  /**
   * New conditions are evaluated again once the process row is locked. A change that was committed after the process was read
   * woke no run, because the subscription did not exist yet; a later change waits for this transaction and then finds it.
   */
  async #lockForConditions(): Promise<void> {
    if (this.#hasNewCondition()) await this.#lockProcess();
  }

  #hasNewCondition(): boolean {
    for (const { kind } of this.#changes.subscriptions.values()) if (kind === 'condition') return true;
    return false;
  }

  /** Comes before the first write, and after the lock of the run's row. @throws ProcessChanged */
  async #lockProcess(): Promise<void> {
    if (this.#isProcessLocked) return;
    const read = this.#process;
    const process = (await lockProcess(this.#tx, read.subProjectId, read.id)) ?? read;
    this.#isProcessLocked = true;
    if (process.version !== read.version) throw new ProcessChanged(process);
  }

  /** Updates that are still open become jobs, each with what the next transaction needs. */
  #postponeUpdates(): void {
    const chains: Chains = { updates: this.#chains.updates + 1, decisions: this.#decisions.withoutWaiting };
    for (const [key, job] of this.#changes.jobs) {
      if (job.kind === 'update') {
        this.#changes.jobs.set(key, { ...job, payload: { input: job.payload ?? {}, chains } });
      }
    }
  }

  /** Decisions that are still open become jobs, each with what the next transaction needs. */
  #postponeDecisions(): void {
    const chains: Chains = { updates: this.#chains.updates, decisions: this.#decisions.withoutWaiting };
    for (const decision of this.#decisions.open) this.#changes.postponeDecision({ decision, chains });
  }
}
