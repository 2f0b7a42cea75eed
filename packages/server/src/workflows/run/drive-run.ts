import { type Command, CommandRejected, modelsOf, type RunState, type RunStatus, step } from '@millrace/engine';
import type { NewJob } from '../../jobs/records/job.js';
import type { Transaction } from '../../postgres/database.js';
import { lockProcess } from '../../processes/records/processes/find-process.js';
import type { ProcessRow } from '../../processes/records/processes/process-row.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { type Actor, principalId } from '../../use-case/caller.js';
import type { RunIdentity } from '../records/run-identity.js';
import { BufferedMessages } from './buffered-messages.js';
import { processVariable } from './process-variable.js';
import { resolveCall } from './resolve-call.js';
import { RunChanges } from './run-changes.js';
import type { RunDeps } from './run-deps.js';
import { updateProcess } from './update-process.js';

/** Process updates done in one transaction; the rest goes on as a job, so that no transaction grows without end. */
const UPDATES_PER_TRANSACTION = 50;
/** Transactions in a row that ended on that bound before the run is taken for an endless loop. */
const LONGEST_CHAIN = 10;

/** A `process.update` that an earlier transaction left over. */
export interface LeftOverUpdate {
  readonly key: number;
  readonly input: Readonly<Record<string, unknown>>;
  readonly chain: number;
}

export interface Drive {
  readonly actor: Actor;
  readonly subProject: SubProject;
  readonly run: RunIdentity;
  /** Null for a run about to start. */
  readonly state: RunState | null;
  readonly process: ProcessRow;
  /** What to do first. */
  readonly command: Command | LeftOverUpdate;
  readonly now: number;
}

export interface Driven {
  readonly state: RunState;
  readonly status: RunStatus;
  readonly changes: RunChanges;
  /** Whether the process was changed: other runs may have conditions on it. */
  readonly processChanged: boolean;
}

/**
 * Steps the engine until nothing internal is left to do: process updates, calls and waiting messages are answered at
 * once. Writes nothing about the run itself; the process, files and messages change in `tx`.
 *
 * @throws CommandRejected when the command does not fit the state; nothing has changed then
 */
export async function driveRun(tx: Transaction, deps: RunDeps, drive: Drive): Promise<Driven> {
  try {
    return await new Driver(tx, deps, drive, false).drive();
  } catch (error) {
    if (!(error instanceof ProcessMoved)) throw error;
    return new Driver(tx, deps, { ...drive, process: error.process }, true).drive();
  }
}

/**
 * The process was changed between reading and locking it, so what the steps so far made of it is out of date: a counter
 * they add to, or a condition they decided by. Nothing was written before the lock, so they are taken again from the start.
 */
class ProcessMoved extends Error {
  override readonly name = 'ProcessMoved';
  constructor(
    /** Locked by this transaction. */
    readonly process: ProcessRow,
  ) {
    super('the process was changed before it was locked');
  }
}

class Driver {
  private readonly changes: RunChanges;
  private readonly queue: Command[] = [];
  private state: RunState | null;
  private status: RunStatus | undefined;
  private process: ProcessRow;
  private readonly buffered: BufferedMessages;
  private updates = 0;
  private chain = 0;

  constructor(
    private readonly tx: Transaction,
    private readonly deps: RunDeps,
    private readonly input: Drive,
    private locked: boolean,
  ) {
    const { principal } = input.actor;
    this.changes = new RunChanges(input.run, new Date(input.now), {
      handledTypes: deps.handledTypes,
      completedBy: principalId(principal),
    });
    // Taking a message writes.
    this.buffered = new BufferedMessages(tx, input.run, () => this.lockProcess());
    this.state = input.state;
    this.process = input.process;
  }

  async drive(): Promise<Driven> {
    const { command } = this.input;
    if ('type' in command) await this.step(command);
    else {
      this.chain = command.chain;
      await this.update(command.key, command.input);
    }
    for (;;) {
      const next = this.queue.shift() ?? (await this.nextMessage());
      if (next !== undefined) await this.stepInternal(next);
      else if (!(await this.updateNext())) break;
    }
    await this.lockForConditions();
    if (this.state === null || this.status === undefined) throw new Error('a run was driven without a step');
    this.leaveOver();
    return {
      state: this.state,
      status: this.status,
      changes: this.changes,
      processChanged: this.process.version !== this.input.process.version,
    };
  }

  private async step(command: Command): Promise<void> {
    const { state } = this;
    const wanted = state === null ? [] : [...modelsOf(state)];
    if ('modelId' in command) wanted.push(command.modelId);
    if ('toModelId' in command) wanted.push(command.toModelId);
    const models = await this.deps.definitions.load(this.tx, wanted);
    const result = step({ models, state, command, now: this.input.now, process: processVariable(this.process) });
    this.state = result.state;
    this.status = result.status;
    for (const effect of result.effects) {
      this.changes.apply(effect);
      if (effect.type === 'resolveCall') {
        this.queue.push(await resolveCall(this.tx, this.deps.definitions, this.input.run.subProjectId, effect));
      }
    }
  }

  /** What an earlier command asked for may have been cancelled by a later one. */
  private async stepInternal(command: Command): Promise<void> {
    try {
      await this.step(command);
    } catch (error) {
      if (!(error instanceof CommandRejected)) throw error;
      this.deps.log.debug({ run: this.input.run.id, reason: error.reason }, 'an internal command was no longer needed');
    }
  }

  /** Messages that were published before the run came to wait for them. */
  private async nextMessage(): Promise<Command | undefined> {
    return this.buffered.next(this.changes.subscriptions.values());
  }

  private async updateNext(): Promise<boolean> {
    const next = this.openUpdate();
    if (next === undefined || this.updates >= UPDATES_PER_TRANSACTION) return false;
    await this.update(next.elementKey, next.payload ?? {});
    return true;
  }

  private openUpdate(): NewJob | undefined {
    for (const job of this.changes.jobs.values()) if (job.kind === 'update') return job;
    return undefined;
  }

  private async update(key: number, input: object): Promise<void> {
    this.updates += 1;
    if (this.chain > LONGEST_CHAIN) {
      const message = `The run updated its process ${LONGEST_CHAIN * UPDATES_PER_TRANSACTION} times without waiting for anything.`;
      return this.stepInternal({ type: 'failJob', key, message, retries: 0 });
    }
    await this.lockProcess();
    const before = this.process.version;
    const { actor, subProject } = this.input;
    const done = await updateProcess(this.tx, this.deps.changeProcess, actor, {
      subProject,
      process: this.process,
      key,
      input: { ...input },
    });
    this.process = done.process;
    await this.stepInternal(done.command);
    if (this.process.version !== before) this.queue.push({ type: 'evaluateConditions' });
  }

  /**
   * New conditions are judged again once the process row is locked: a change committed since it was read woke nobody,
   * because the subscription was not there yet, and a later one waits for this transaction and will find it.
   */
  private async lockForConditions(): Promise<void> {
    if (this.hasNewCondition()) await this.lockProcess();
  }

  private hasNewCondition(): boolean {
    for (const { kind } of this.changes.subscriptions.values()) if (kind === 'condition') return true;
    return false;
  }

  /** Comes before the first write. After the run's row, as the lock order says. @throws ProcessMoved */
  private async lockProcess(): Promise<void> {
    if (this.locked) return;
    const process = (await lockProcess(this.tx, this.process.subProjectId, this.process.id)) ?? this.process;
    this.locked = true;
    if (process.version !== this.process.version) throw new ProcessMoved(process);
  }

  private leaveOver(): void {
    for (const [key, job] of this.changes.jobs) {
      if (job.kind === 'update') {
        this.changes.jobs.set(key, { ...job, payload: { input: job.payload ?? {}, chain: this.chain + 1 } });
      }
    }
  }
}
