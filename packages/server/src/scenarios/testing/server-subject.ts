import type { Variables } from '@millrace/engine';
import { leaseDue } from '../../jobs/records/leases.js';
import { newId } from '../../kernel/identifiers.js';
import type { Caller } from '../../use-case/caller.js';
import type { WorkflowFixture } from '../../workflows/testing/workflow-fixture.js';
import { createRunWork } from '../../workflows/worker/run-work.js';
import type { Mocks } from '../model/mock-schema.js';
import type { Actor, JobStep } from '../model/scenario-schema.js';
import type { ProcessView, RunView } from '../view/run-view.js';
import type { GivenAnswer, GivenMessage, StartAt, Subject } from '../view/subject.js';

/** Where on a server a scenario takes place. */
export interface ServerTarget {
  readonly fixture: WorkflowFixture;
  readonly subProjectId: string;
  readonly stageKey: string;
  workflowId(key: string): string;
  /** The caller for the `as` of a step; an administrator without. */
  caller(as: Actor | undefined): Caller;
  /** Results that succeed or throw an error, by element or job type. */
  readonly mocks: Mocks;
}

interface ServerRun {
  readonly id: string;
  readonly workflowKey: string;
}

/**
 * Lets the steps of a scenario act on the use cases of a server with a real database, whose clock the scenario moves. In place of
 * the worker loop it takes one job after the other, the longest due first, so that the order is certain.
 */
export class ServerSubject implements Subject {
  readonly #target: ServerTarget;
  readonly #fixture: WorkflowFixture;
  readonly #processId: string;
  #now: number;

  private constructor(target: ServerTarget, processId: string, now: number) {
    this.#target = target;
    this.#fixture = target.fixture;
    this.#processId = processId;
    this.#now = now;
  }

  /** @param now epoch milliseconds, later than the real time: nothing is due by itself */
  static async create(target: ServerTarget, fields: object, now: number): Promise<ServerSubject> {
    const { fixture, subProjectId } = target;
    const { id } = await fixture.useCases.createProcess(target.caller(undefined), { subProjectId, fields });
    const subject = new ServerSubject(target, id, now);
    Object.assign(fixture.deps, { now: () => subject.#now });
    return subject;
  }

  async start(workflowKey: string, variables: Variables, { startElementId }: StartAt = {}): Promise<void> {
    if (startElementId !== undefined) throw new Error('a server starts at an event when its message or signal comes');
    await this.#fixture.useCases.executeWorkflow(this.#administrator, {
      ...this.#subProject,
      processId: this.#processId,
      stageKey: this.#target.stageKey,
      workflowId: this.#target.workflowId(workflowKey),
      otherDetails: { ...(variables.otherDetails as object) },
    });
    await this.#settle();
  }

  async answer(runKey: string | undefined, { kind, elementId, as, payload, reason }: GivenAnswer): Promise<void> {
    const caller = this.#target.caller(as);
    const { id: runId } = await this.#run(runKey);
    const { detail } = await this.#detail(runId);
    const open = detail.tasks.filter((one) => one.elementId === (elementId ?? one.elementId));
    const name = typeof as === 'object' ? as.user : undefined;
    const own = ({ assignee, candidateUsers }: (typeof open)[number]) =>
      [assignee, ...candidateUsers].includes(name ?? '');
    const task = open.find(own) ?? open[0];
    const why = reason === undefined ? {} : { reason };
    if (task?.approval !== undefined && kind !== 'submit') {
      const vote = { ...this.#subProject, taskId: task.id, outcome: kind, payload, ...why };
      await this.#fixture.useCases.castVote(caller, vote);
    } else {
      await this.#fixture.useCases.resumeWorkflowRunsApi(caller, {
        ...this.#subProject,
        runId,
        approved: kind !== 'reject',
        payload,
        ...(task === undefined ? {} : { taskId: task.id }),
      });
    }
    await this.#settle();
  }

  async report(runKey: string | undefined, step: JobStep): Promise<void> {
    const { id: runId } = await this.#run(runKey);
    await this.#report(runId, step);
    await this.#settle();
  }

  async #report(runId: string, step: JobStep): Promise<void> {
    const { useCases } = this.#fixture;
    const waiting = (await this.#detail(runId)).detail.jobs.find(({ elementId }) => elementId === step.element);
    await this.#fixture.db`update jobs set due_ts = now() - interval '1 day' where id = ${waiting?.key ?? ''}`;
    const { jobs } = await useCases.activateJobs(this.#administrator, {
      ...this.#subProject,
      type: waiting?.type ?? '',
      maxJobsToActivate: 1,
    });
    const [job] = jobs;
    if (job === undefined) throw new Error(`no job ${step.element} waits`);
    const report = { ...this.#subProject, jobKey: job.key, token: job.token };
    if (step.fail !== undefined) {
      await useCases.failJob(this.#administrator, { ...report, retries: step.retries ?? 0, errorMessage: step.fail });
    } else if (step.error !== undefined) {
      const error = typeof step.error === 'string' ? { code: step.error } : step.error;
      const variables = { ...error.variables };
      await useCases.throwJobError(this.#administrator, { ...report, errorCode: error.code, variables });
    } else await useCases.completeJob(this.#administrator, { ...report, variables: { ...step.complete } });
  }

  async publish({ name, correlationKey, variables }: GivenMessage): Promise<string> {
    const { status } = await this.#fixture.useCases.publishMessage(this.#administrator, {
      ...this.#subProject,
      name,
      correlationKey,
      variables,
      processId: this.#processId,
    });
    await this.#settle();
    return status;
  }

  async broadcast(name: string, variables: Variables): Promise<void> {
    await this.#fixture.useCases.broadcastSignal(this.#administrator, { ...this.#subProject, name, variables });
    await this.#settle();
  }

  async update(updates: Variables): Promise<void> {
    await this.#fixture.useCases.updateProcessField(this.#administrator, {
      ...this.#subProject,
      processId: this.#processId,
      updates,
    });
    await this.#settle();
  }

  async wait(until: number): Promise<void> {
    for (;;) {
      const [next] = await this.#fixture.db<{ due: Date }>`
        select due_ts as due from jobs where open and lane = 'engine' and process_id = ${this.#processId}
        order by due_ts limit 1`;
      if (next === undefined || next.due.getTime() > until) break;
      this.#now = Math.max(this.#now, next.due.getTime());
      await this.#settle();
    }
    this.#now = until;
  }

  async retry(runKey: string | undefined, elementId: string, retries: number, variables?: Variables): Promise<void> {
    const { id: runId } = await this.#run(runKey);
    const { detail } = await this.#detail(runId);
    const incident = detail.incidents.find((one) => one.elementId === elementId && one.resolvedTs === null);
    await this.#fixture.useCases.retryIncident(this.#administrator, {
      ...this.#subProject,
      runId,
      incidentId: incident?.id ?? '',
      retries,
      ...(variables === undefined ? {} : { variables }),
    });
    await this.#settle();
  }

  async cancel(runKey: string | undefined, reason?: string): Promise<void> {
    const { id: runId } = await this.#run(runKey);
    await this.#fixture.useCases.cancelWorkflowRun(this.#administrator, {
      ...this.#subProject,
      runId,
      ...(reason === undefined ? {} : { reason }),
    });
    await this.#settle();
  }

  now(): number {
    return this.#now;
  }

  async view(runKey: string | undefined): Promise<RunView> {
    const { id, workflowKey } = await this.#run(runKey);
    const { run, detail } = await this.#detail(id);
    const entries = await this.#fixture.db<{ entries: RunView['timeline'] }>`
      select entries from run_timeline where run_id = ${id} order by first_sequence`;
    const jobs = await this.#fixture.db<RunView['jobs'][number]>`
      select element_id as "elementId", type, retries, payload as input, coalesce(headers, '{}') as headers from jobs
      where run_id = ${id} and open and kind = 'job' order by element_key`;
    // The fold of the inbox into the log is not under test here.
    const events = await this.#fixture.db<RunView['events'][number]>`
      select data ->> 'elementId' as "elementId", substr(type, 8) as name, data -> 'data' as data from event_inbox
      where type like 'custom.%' and subject_id = ${id} order by id`;
    return {
      workflowKey,
      status: run.state,
      variables: { ...detail.variables },
      tasks: detail.tasks.map((task) => ({
        elementId: task.elementId,
        name: task.name,
        assignee: task.assignee,
        candidateGroups: task.candidateGroups,
        candidateUsers: task.candidateUsers,
        due: task.dueTs,
        priority: task.priority,
      })),
      jobs,
      timers: detail.timers
        .map(({ elementId, dueTs }) => ({ elementId, due: Date.parse(dueTs) }))
        .toSorted((a, b) => a.due - b.due),
      subscriptions: detail.waits.map(({ elementId, kind, name, correlationKey }) => ({
        elementId,
        kind: kind as 'message',
        name,
        correlationKey,
      })),
      incidents: detail.incidents
        .filter(({ resolvedTs }) => resolvedTs === null)
        .map(({ elementId, kind, message }) => ({ elementId, kind, message })),
      events,
      timeline: entries.flatMap((row) => row.entries),
    };
  }

  async process(): Promise<ProcessView> {
    return this.#fixture.process(this.#processId);
  }

  async runs(): Promise<readonly string[]> {
    return (await this.#runs()).map(({ workflowKey }) => workflowKey);
  }

  refusal(): undefined {
    return undefined;
  }

  /** Cancels what a scenario left, so that the next one is alone. */
  async end(): Promise<void> {
    for (const { id: runId } of await this.#runs()) {
      const { run } = await this.#detail(runId);
      if (!['COMPLETED', 'REJECTED', 'CANCELLED'].includes(run.state)) {
        await this.#fixture.useCases.cancelWorkflowRun(this.#administrator, { ...this.#subProject, runId });
      }
    }
  }

  get #subProject() {
    return { subProjectId: this.#target.subProjectId };
  }

  get #administrator(): Caller {
    return this.#target.caller(undefined);
  }

  #detail(runId: string) {
    return this.#fixture.useCases.getWorkflowRun(this.#administrator, { ...this.#subProject, runId });
  }

  async #runs(): Promise<readonly ServerRun[]> {
    return this.#fixture.db<ServerRun>`
      select r.id, w.key as "workflowKey" from runs r
        join workflows w on w.sub_project_id = r.sub_project_id and w.id = r.workflow_id
      where r.process_id = ${this.#processId} order by r.id`;
  }

  async #run(workflowKey: string | undefined): Promise<ServerRun> {
    const runs = await this.#runs();
    const run = workflowKey === undefined ? runs[0] : runs.findLast((one) => one.workflowKey === workflowKey);
    if (run === undefined) throw new Error(`there is no run of the workflow "${workflowKey ?? ''}"`);
    return run;
  }

  /** Does the jobs of the engine's lane that are due at the scenario's time. */
  async #settle(): Promise<void> {
    const { db, deps } = this.#fixture;
    const work = createRunWork(deps);
    for (;;) {
      const released = await db`
        update jobs set due_ts = now() - interval '1 day' where (sub_project_id, id) in (
          select sub_project_id, id from jobs where open and not leased and lane = 'engine'
            and due_ts <= ${new Date(this.#now)} order by due_ts, created_ts, id limit 1)
        returning id`;
      if (released.length === 0 && (await this.#answerMocked())) continue;
      if (released.length === 0) return;
      const [job] = await leaseDue(db, 'engine', 1, newId(), { '': 60_000 });
      if (job === undefined) return;
      await work.perform(job);
    }
  }

  /** Reports the result of a job that a mock has. */
  async #answerMocked(): Promise<boolean> {
    const { mocks } = this.#target;
    for (const { id, workflowKey } of await this.#runs()) {
      for (const { elementId, type } of (await this.#detail(id)).detail.jobs) {
        const result = mocks[elementId] ?? mocks[type];
        if (result === undefined || Array.isArray(result)) continue;
        await this.#report(id, { element: elementId, ...result });
        return workflowKey !== '';
      }
    }
    return false;
  }
}
