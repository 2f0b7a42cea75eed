import type { Variables } from '@millrace/engine';
import type { JobStep } from '../model/scenario-schema.js';
import type { ProcessView, RunView, TaskView } from '../view/run-view.js';
import type { GivenAnswer, GivenMessage, StartAt, Subject } from '../view/subject.js';
import { actingAs, refusalOf } from './acting.js';
import type { SimulatedRun, WaitingJob } from './simulated-run.js';
import type { Simulator } from './simulator.js';
import { viewRun } from './view-run.js';

/** Lets the steps of a scenario act on a simulator. */
export class SimulatedSubject implements Subject {
  readonly #simulator: Simulator;

  constructor(simulator: Simulator) {
    this.#simulator = simulator;
  }

  async start(workflowKey: string, variables: Variables, at: StartAt = {}): Promise<void> {
    const workflow = this.#simulator.project.workflow(workflowKey);
    if (workflow === undefined) throw new Error(`the document has no workflow "${workflowKey}"`);
    await this.#simulator.start(workflow, variables, at);
  }

  async answer(runKey: string | undefined, { kind, elementId, as, payload, reason }: GivenAnswer): Promise<void> {
    const run = this.#run(runKey);
    const asked = elementId ?? [...run.tasks.values()][0]?.elementId;
    const collectsData = asked !== undefined && this.#isDataEntry(asked);
    if (collectsData && kind !== 'submit') throw new Error(`the task ${asked} only collects data; use "submit"`);
    if (kind === 'submit' && asked !== undefined && !collectsData) {
      throw new Error(`the task ${asked} is a decision; use "approve" or "reject"`);
    }
    const first = [...run.tasks.values()].find((task) => task.elementId === (elementId ?? task.elementId));
    if (first?.approval === null && kind === 'requestChanges') {
      throw new Error(`one person decides the task ${first.elementId}; use "approve" or "reject"`);
    }
    await this.#simulator.answer({
      run,
      elementId,
      as,
      outcome: kind === 'submit' ? 'approve' : kind,
      reason,
      payload,
    });
  }

  async report(runKey: string | undefined, step: JobStep): Promise<void> {
    const run = this.#run(runKey);
    const { element, type, retries, ...result } = step;
    await this.#simulator.report(run, this.#job(run, element, type), result, retries);
  }

  publish(message: GivenMessage): Promise<string> {
    return this.#simulator.publish(message);
  }

  broadcast(name: string, variables: Variables): Promise<void> {
    return this.#simulator.broadcast(name, variables);
  }

  update(updates: Variables): Promise<void> {
    return this.#simulator.update(updates);
  }

  wait(until: number): Promise<void> {
    return this.#simulator.advanceTo(until);
  }

  retry(runKey: string | undefined, elementId: string, retries: number, variables?: Variables): Promise<void> {
    return this.#simulator.retry(this.#run(runKey), elementId, retries, variables);
  }

  cancel(runKey: string | undefined, reason?: string): Promise<void> {
    return this.#simulator.cancel(this.#run(runKey), reason);
  }

  now(): number {
    return this.#simulator.now;
  }

  async view(runKey: string | undefined): Promise<RunView> {
    return viewRun(this.#run(runKey));
  }

  async process(): Promise<ProcessView> {
    const { state, priority, stageKey, fields } = this.#simulator.process;
    return { state, priority, stageKey, fields };
  }

  async runs(): Promise<readonly string[]> {
    return this.#simulator.runs.map(({ workflowKey }) => workflowKey);
  }

  refusal(runKey: string | undefined, task: TaskView, who: string): string | undefined {
    const run = this.#run(runKey);
    const acting = actingAs(this.#simulator.project.subProject, who);
    const same = [...run.tasks.values()].find(
      ({ elementId, assignee }) => elementId === task.elementId && assignee === task.assignee,
    );
    return same === undefined
      ? 'there is no such task'
      : refusalOf(acting, run, same, this.#simulator.process.fields)?.detail;
  }

  #run(workflowKey: string | undefined): SimulatedRun {
    const { runs } = this.#simulator;
    const run = workflowKey === undefined ? runs[0] : runs.findLast((one) => one.workflowKey === workflowKey);
    if (run === undefined) throw new Error(`there is no run of the workflow "${workflowKey ?? ''}"`);
    return run;
  }

  #job(run: SimulatedRun, element: string | undefined, type: string | undefined): WaitingJob {
    const fits = (job: WaitingJob) => (element ?? job.elementId) === job.elementId && (type ?? job.type) === job.type;
    const job = [...run.jobs.values()].find(fits);
    if (job !== undefined) return job;
    const wanted = [element, type === undefined ? undefined : `of the type ${type}`].filter(
      (part) => part !== undefined,
    );
    throw new Error(`no job ${wanted.join(' ')} waits`);
  }

  #isDataEntry(elementId: string): boolean {
    const tasks = this.#simulator.project.models.diagrams().flatMap(({ model }) => model.userTasks);
    return tasks.some((task) => task.elementId === elementId && !task.decision);
  }
}
